"""What all commands share: how errors end, the options and shapes of output that several of them have.

`cli` and `table_cli` have the commands.
"""

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, redirect_stdout, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn

import click

from solver.cards import DECKS, CardError, read_trump, shown, trump_index
from solver.names import LANGUAGES

if TYPE_CHECKING:
    from solver.scoring import Summary

INTERRUPTED: Final = 130
TERMINATED: Final = 143


class Terminated(KeyboardInterrupt):
    """A plain kill, which is heeded and told like Ctrl-C."""


def terminate(_number: int, _frame: object) -> NoReturn:
    """Raise `Terminated`, as the handler of a signal."""
    raise Terminated


class Commands(click.Group):
    """A group whose errors are one line each on stderr, and never a traceback for anything a user or the system did.

    The exit status is 1 for bad data and what the system refuses, 2 for bad usage, 130 after Ctrl-C, 143 after a plain kill.
    """

    def main(self, *args: Any, **settings: Any) -> Any:
        """Run the command and exit with its status."""
        settings["standalone_mode"] = False
        try:
            status = super().main(*args, **settings)
            sys.stdout.flush()
        except click.UsageError as error:
            command = error.ctx.command_path if error.ctx else self.name
            status = failed(f"{error.format_message()} (see {command} --help)", error.exit_code)
        except click.ClickException as error:
            status = failed(error.format_message(), error.exit_code)
        except (click.Abort, KeyboardInterrupt) as error:
            cause = error.__cause__ if isinstance(error, click.Abort) else error
            was_killed = isinstance(cause, Terminated) or isinstance(cause and cause.__cause__, Terminated)
            status = failed(str(cause or "") or "interrupted", TERMINATED if was_killed else INTERRUPTED)
        except BrokenPipeError:  # the reader of the output has gone, as `head` does: there is nobody to tell
            status = 1
        except OSError as error:
            status = failed(": ".join(str(part) for part in (error.filename, error.strerror or error) if part), 1)
        except ValueError as error:  # what every error of this package is that names a fault of its input
            status = failed(str(error), getattr(error, "exit_code", 1))  # which those of bad usage have
        _give_up_stdout()
        sys.exit(status)


def stand_in_for_closed_streams() -> None:
    """Open what leads nowhere in the place of standard streams that were closed, which Python leaves out."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):  # by number: the next free one is taken
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115  for the rest of the process


def leave(status: int) -> NoReturn:
    """End the process at once, all cleaning done: a thread that waits for input that may never come is not waited for."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):
            stream.flush()
    os._exit(status)


def _give_up_stdout() -> None:
    """Drop output that cannot be written, or Python complains about it once more as it ends."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def failed(message: str, status: int) -> int:
    """Print an error as one line on stderr and return `status`."""
    click.echo(f"belote: {' '.join(message.split())}", err=True)
    return status


class _Trump(click.ParamType):  # type: ignore[type-arg]  # it takes a parameter from click 8.4 on only
    name = "suit"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        try:
            return read_trump(value) if isinstance(value, str) else trump_index(value)
        except CardError as error:
            self.fail(str(error), param, ctx)


class Whole(click.IntRange):
    """A whole number in a range, which says so where one is written in another way."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number, or refuse what is none."""
        try:
            number = int(value)
        except ValueError:
            self.fail(f"{shown(value)} is no whole number: write it in digits, as in 1000000", param, ctx)
        return super().convert(number, param, ctx)


class _File(click.Path):
    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value == "":  # to the system the current folder
            self.fail("the path is empty", param, ctx)
        return super().convert(value, param, ctx)


FILE: Final = _File(path_type=Path)
FILE_OR_STREAM: Final = _File(path_type=Path, allow_dash=True)

trump_option = click.option("--trump", type=_Trump(), help="The trump suit: oros, copas, espadas, bastos (or 0 to 3), or none.")
_DECK_HELP: Final = "The deck of card text; French cards are J Q K A in every language."
deck_option = click.option(
    "--deck", type=click.Choice(list(DECKS)), default="spanish", show_default=True, help=_DECK_HELP
)
lang_option = click.option(
    "--lang", type=click.Choice(LANGUAGES), default="en", show_default=True, help="The language of the answer."
)
threads_option = click.option("--threads", type=Whole(min=1), help="Threads to use.  [default: all cores]")


def examples(*lines: str) -> str:
    """Return the end of a help text: examples, with their lines left as they are."""
    return "\n".join(("\b", "Example:" if len(lines) == 1 else "Examples:", *(f"  {line}" for line in lines)))


def counted(number: int, thing: str) -> str:
    """Return a number of things: "1 hand", "2,000 hands"."""
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"


def echo_distribution(points: Mapping[int, int], row: str = "hand") -> None:
    """Print how many hands, or what else a `row` is, are worth how many points, as a table with shares and the total."""
    total = sum(points.values())
    click.echo(f"{'points':>6}  {f'{row}s':>13}  {'share':>9}")
    for value, count in points.items():
        click.echo(f"{value:>6}  {count:>13,}  {count / total:>9.5%}")
    click.echo(f"{'total':>6}  {total:>13,}")


def echo_summary(summary: "Summary", output: Path, rejects: Path | None) -> None:
    """Print what became of the rows that were scored; on stderr where the rows themselves are on stdout."""
    place = click.format_filename(output)  # stdout refuses names that are no UTF-8
    with redirect_stdout(sys.stderr) if str(output) == "-" else nullcontext():
        row = "deal" if summary.winners else "hand"
        scored = summary.rows - summary.rejected
        rate = (summary.rows - summary.kept) / summary.seconds if summary.seconds else 0
        click.echo(f"{counted(scored, row)} scored in {summary.seconds:.2f} s ({rate:,.0f} rows/s), written to {place}")
        if rejects is not None:
            read, place = counted(summary.rows, "row"), click.format_filename(rejects)
            click.echo(f"{scored:,} scored + {summary.rejected:,} rejected = {read} read; rejects in {place}")
        if summary.kept:
            click.echo(f"{summary.kept:,} of the rows had been done before")
        echo_distribution(summary.points, row)
        if summary.winners:
            won = ", ".join(f"team {team} in {summary.winners[team]:,}" for team in (0, 1))
            click.echo(f"Declarations won by {won}, by none in {counted(summary.winners[-1], 'deal')}")
        if summary.belote:  # none is no news where no trumps are given
            click.echo(f"Belote-Rebelote in {counted(summary.belote, row)}")


@contextmanager
def progress_bar() -> Iterator[Callable[[int, int | None], None]]:
    """Give a function that moves a bar on by some rows of a total; it stands on stderr, and only where that is a terminal."""
    from tqdm import tqdm  # noqa: PLC0415  # most commands need none

    with tqdm(unit=" rows", unit_scale=True, disable=None, leave=False) as bar:

        def move(rows: int, total: int | None) -> None:
            bar.total = total
            bar.update(rows)

        yield move
