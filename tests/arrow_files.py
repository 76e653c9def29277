"""Arrow IPC files, as other programs write and read them: compressed and in batches, which is what Feather files are too."""

from pathlib import Path

import pyarrow as pa


def write_arrow(table: pa.Table, path: Path, rows: int | None = None) -> None:
    """Write a table in batches of at most so many rows."""
    with pa.ipc.new_file(path, table.schema, options=pa.ipc.IpcWriteOptions(compression="lz4")) as file:
        file.write_table(table, rows)


def read_arrow(path: Path) -> pa.Table:
    """Return all of a file."""
    with pa.ipc.open_file(path) as file:
        return file.read_all()
