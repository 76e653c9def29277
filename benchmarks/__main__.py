"""The command line of the suite: ``python -m benchmarks``. Parses and prints; the work is in `suite`."""

import sys
from pathlib import Path
from time import perf_counter

import click

from benchmarks import machine
from benchmarks.report import document, table, to_json
from benchmarks.rows import Row
from benchmarks.sizes import FULL, QUICK, SIZES, TINY
from benchmarks.suite import BENCHMARKS, is_clean, run_suite

NAMES = [benchmark.name for benchmark in BENCHMARKS]
RESULTS = Path(__file__).parent / "results"


@click.command()
@click.option("--quick", "mode", flag_value=QUICK.name, help="A minute's run.")
@click.option("--tiny", "mode", flag_value=TINY.name, help="A few seconds' run, only to see that all works.")
@click.option("--only", "names", multiple=True, type=click.Choice(NAMES), help="Run this benchmark; may be given several times.")
@click.option("--json", "json_path", type=click.Path(dir_okay=False, path_type=Path), help="Write all figures to this file.")
@click.option("--picture", "picture_path", type=click.Path(dir_okay=False, path_type=Path), help="Draw them, as PNG or SVG.")
@click.option("--list", "only_list", is_flag=True, help="List the benchmarks and stop.")
def main(mode: str | None, names: tuple[str, ...], json_path: Path | None, picture_path: Path | None, *, only_list: bool) -> None:
    """Check and measure this package; exit with status 1 where an answer of its own is wrong.

    A run of all benchmarks, except a tiny one, is also written to benchmarks/results/.
    """
    if only_list:
        for benchmark in BENCHMARKS:
            click.echo(f"{benchmark.name:<10} {benchmark.title}")
        return
    size = SIZES[mode or FULL.name]
    facts = machine.facts()
    machine_lines = "\n".join(f"{name:<14} {fact}" for name, fact in facts.items())
    click.echo(machine_lines)
    measured = []
    started = perf_counter()
    for benchmark, rows in run_suite(names or NAMES, size, lambda next_one: click.echo(f"{next_one.name} ...", err=True)):
        measured.append((benchmark.title, rows))
        click.echo(f"{benchmark.name} done after {perf_counter() - started:.0f} s", err=True)
    rows = [row for _, part in measured for row in part]
    figures = f"\n{table(measured)}\n\n{size.name} run, {perf_counter() - started:.0f} s"
    click.echo(figures)
    is_whole = not names and size is not TINY
    if is_whole:
        RESULTS.mkdir(exist_ok=True)
        (RESULTS / f"{size.name}.txt").write_text(f"{machine_lines}\n{figures}\n", encoding="utf-8")
    for path in filter(None, (json_path, RESULTS / f"{size.name}.json" if is_whole else None)):
        path.write_text(to_json(document(size.name, facts, rows)), encoding="utf-8")
    for path in filter(None, (picture_path, RESULTS / f"{size.name}.png" if is_whole else None)):
        _draw(path, facts, rows)
    sys.exit(0 if is_clean(rows) else 1)


def _draw(path: Path, facts: dict[str, str], rows: list[Row]) -> None:
    try:
        from benchmarks.picture import draw  # noqa: PLC0415  it needs matplotlib, which only the extras bring
    except ImportError as error:
        click.echo(f"no picture: {error}; install the bench extra", err=True)
        return
    draw(path, facts, rows)


if __name__ == "__main__":
    main()
