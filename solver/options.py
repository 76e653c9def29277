"""The words by which a run from file to file is told what to do, in one place for its functions and for the command line.

Loads nothing, so that a help text lists them at once.
"""

from typing import Final, Literal, TypeAlias, get_args

OnError: TypeAlias = Literal["fail", "reject"]
"""What becomes of a row that cannot be scored: it ends the run, or it goes to a file of its own."""
ON_ERROR: Final[tuple[OnError, ...]] = get_args(OnError)

Stream: TypeAlias = Literal["csv", "arrow"]
"""What standard output is; the first where nothing is said."""
STREAMS: Final[tuple[Stream, ...]] = get_args(Stream)

PARQUET_COMPRESSIONS: Final = ("snappy", "zstd", "lz4", "gzip", "none")
"""Those of a Parquet file; the first where nothing is said."""
ARROW_COMPRESSIONS: Final = ("lz4", "zstd", "none")
"""Those of an Arrow file, likewise."""
COMPRESSIONS: Final = tuple(dict.fromkeys(PARQUET_COMPRESSIONS + ARROW_COMPRESSIONS))
"""All of these, each once."""
