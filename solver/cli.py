"""The command `belote`: it parses arguments and prints results, and leaves all work to the other files.

Every command imports what it needs when it runs, so that ``belote --help`` is quick. Errors are one line on stderr; the exit
status is 1 for bad data, 2 for bad usage, 130 after Ctrl-C.
"""

import json
import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import click

from solver.cards import DECKS, NO_TRUMP, CardError, Suit, trump_index

INTERRUPTED: Final = 130


class _Commands(click.Group):
    """A group whose errors are one line each, and never a traceback for anything a user or the system did."""

    def main(self, *args: Any, **settings: Any) -> Any:
        settings["standalone_mode"] = False
        try:
            status = super().main(*args, **settings)
            sys.stdout.flush()
        except click.UsageError as error:
            command = error.ctx.command_path if error.ctx else "belote"
            status = _failed(f"{error.format_message()} (see {command} --help)", error.exit_code)
        except click.ClickException as error:
            status = _failed(error.format_message(), error.exit_code)
        except (click.Abort, KeyboardInterrupt):
            status = _failed("interrupted", INTERRUPTED)
        except BrokenPipeError:  # the reader of a pipe has gone, as `head` does; nothing is left to tell it
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            status = 1
        except OSError as error:
            status = _failed(": ".join(str(part) for part in (error.filename, error.strerror or error) if part), 1)
        except ValueError as error:  # what every error class of this package derives from
            status = _failed(str(error), 1)
        sys.exit(status)


def _failed(message: str, status: int) -> int:
    click.echo(f"belote: {' '.join(message.split())}", err=True)
    return status


class _Trump(click.ParamType[int]):
    name = "suit"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        try:
            return trump_index(int(value) if isinstance(value, str) and value.lstrip("-").isdecimal() else value)
        except CardError as error:
            self.fail(str(error), param, ctx)


_trump = click.option("--trump", type=_Trump(), help="The trump suit: oros, copas, espadas, bastos (or 0 to 3), or none.")
_deck = click.option("--deck", type=click.Choice(list(DECKS)), default="spanish", show_default=True, help="The deck of card text.")
_lang = click.option(
    "--lang", type=click.Choice(["es", "en", "fr"]), default="en", show_default=True, help="The language of the answer."
)
_threads = click.option("--threads", type=click.IntRange(min=1), help="Threads to use.  [default: all cores]")


def _examples(*lines: str) -> str:
    """Return the end of a help text: examples, with their lines left as they are."""
    return "\n".join(("\b", "Example:" if len(lines) == 1 else "Examples:", *(f"  {line}" for line in lines)))


@click.group(
    cls=_Commands, invoke_without_command=True, epilog=_examples('belote best "12o 12c 12e 12b 10o 11o" --trump oros')
)
@click.version_option(package_name="belote-solver", prog_name="belote", message="%(prog)s %(version)s")
@click.pass_context
def belote(context: click.Context) -> None:
    """Find the best Belote declarations of one hand, of a file of hands, or of every hand."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def main() -> None:
    """Run the command line; a plain kill cleans up like Ctrl-C does."""
    signal.signal(signal.SIGTERM, lambda number, _frame: sys.exit(128 + number))
    belote()


@belote.command(
    short_help="Show what to declare with one hand.",
    epilog=_examples(
        'belote best "12o 12c 12e 12b 10o 11o" --trump oros',
        "belote best 7d 8d 9d 10d jd qd kd ad --deck french --lang fr",
    ),
)
@click.argument("hand", nargs=-1, required=True)
@_trump
@_deck
@_lang
@click.option("--all", "every", is_flag=True, help="Also show the other combinations of as many points.")
@click.option("--json", "as_json", is_flag=True, help="Print the answer for programs; see below.")
def best(hand: tuple[str, ...], trump: int | None, deck: str, lang: Any, *, every: bool, as_json: bool) -> None:
    """Show what to declare with HAND, and why.

    Cards are written 12o (rank, then the suit's first letter) or "rey de oros", in the French deck KD or K♦, in any order.

    With --json: an object with the text "hand", its "mask", the "deck", the "trump" (a name or null), the "points" of the
    declarations, "belote", "total", the list "declarations" (each with "kind", "points", "cards", "mask" and "strength",
    strongest first) and the list "given_up" (such a declaration each, with its "conflicts", the best "alternative" that
    declares it, and the "advantage" of the answer over that one). With --all also the list "others".
    """
    from solver.answer import answer
    from solver.explanation import as_plain, combination_as_plain, explain
    from solver.optimum import all_best_combinations

    explanation = explain(" ".join(hand), trump, deck=deck)
    others = all_best_combinations(explanation.hand, trump)[1:] if every else None
    if not as_json:
        click.echo("\n".join(answer(explanation, lang, deck, others)))
        return
    plain = as_plain(explanation, deck)
    if others is not None:
        plain["others"] = [combination_as_plain(other, explanation.trump, deck) for other in others]
    click.echo(json.dumps(plain, ensure_ascii=False, indent=2))


@belote.command(
    short_help="Deal random hands into a file.", epilog=_examples("belote deal 1000000 -o hands.parquet --seed 1")
)
@click.argument("number", type=click.IntRange(min=0))
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help="The file: .parquet, .csv or .npy.")
@click.option("--seed", type=click.IntRange(min=0), help="The same seed deals the same cards.  [default: a new one, printed]")
@click.option("--deals", is_flag=True, help="Whole deals of four hands and a trump, instead of hands.")
@_deck
def deal(number: int, output: Path, seed: int | None, deck: str, *, deals: bool) -> None:
    """Deal NUMBER random hands into a file, every hand as likely as any other.

    The column "hand" holds masks of 32 bits (Parquet, NumPy) or card text (CSV). With --deals there are "hand0" to "hand3" by
    seat, and "trump": 0 to 3, or in CSV the suit's name.
    """
    import secrets

    from solver.dealing import write_deals

    seed = secrets.randbits(32) if seed is None else seed
    with _bar(number) as progress:
        write_deals(output, number, seed, deals=deals, deck=deck, progress=progress)
    click.echo(f"{number:,} {'deals' if deals else 'hands'} written to {output} (seed {seed})")


@belote.command(
    short_help="Score a file of hands.", epilog=_examples("belote score hands.parquet -o scored.parquet --trump oros")
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help="The file to write: .parquet, .csv or .npy.")
@_trump
@_deck
@_threads
def score(file: Path, output: Path, trump: int | None, deck: str, threads: int | None) -> None:
    """Score every hand of FILE (.parquet, .csv or .npy) into another file.

    The column "hand" holds masks or card text; a column "trump" (-1 to 3, or names) gives each row its own trump. All columns
    are kept, and "points", "belote", "declarations" (text; masks in a .npy file) and "strength" are added. At the first row
    that cannot be scored it stops, and writes no file.
    """
    from solver.batch import score_file

    with _bar(None) as progress:
        summary = score_file(file, output, trump, deck=deck, threads=threads, progress=progress)
    rate = summary.rows / summary.seconds if summary.seconds else 0
    click.echo(f"{summary.rows:,} hands scored in {summary.seconds:.2f} s ({rate:,.0f} rows/s), written to {output}")
    _echo_distribution(summary.points)
    click.echo(f"Belote-Rebelote in {summary.belote:,} hands")


@belote.command(short_help="Count what every hand is worth.", epilog=_examples("belote census --plot census.svg"))
@click.option("--plot", type=click.Path(path_type=Path), help="Also draw the table: a .png or .svg file.")
@_threads
def census(plot: Path | None, threads: int | None) -> None:
    """Score all 10,518,300 hands that exist, and count what they are worth."""
    from solver.census import check_picture, draw, take_census

    if plot is not None:
        check_picture(plot)
    taken = take_census(threads)
    _echo_distribution(taken.points)
    click.echo(f"{taken.seconds:.2f} s")
    if plot is not None:
        draw(taken, plot)


@belote.command(short_help="Prove that kernel and CP-SAT agree.", epilog=_examples("belote prove"))
def prove() -> None:
    """Prove that the kernel and CP-SAT agree on every hand, without trumps and with each trump.

    Prints what was compared; exit status 1 where anything differs, with the first hands that do.
    """
    from time import perf_counter

    from solver import proof

    started = perf_counter()
    compared = differing = 0
    for part in proof.prove():
        trump = "no trump" if part.trump == NO_TRUMP else Suit(part.trump).name.lower()
        click.echo(f"{trump:<9} {part.num_hands:,} hands, {part.num_classes:,} classes, {part.num_differences:,} differences")
        for difference in part.differences:
            click.echo(f"  {difference}")
        compared, differing = compared + part.num_hands, differing + part.num_differences
    click.echo(f"{compared:,} results compared in {perf_counter() - started:.1f} s, {differing:,} differences")
    if differing:
        raise click.ClickException(f"the kernel and CP-SAT differ in {differing:,} of {compared:,} results")


@belote.command(
    short_help="Tell recorded deals move by move.",
    epilog=_examples("belote replay deals.jsonl --lang es", "belote replay deals.jsonl --seat 2"),
)
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--seat", type=click.IntRange(0, 3), help="Tell what this seat saw.  [default: what the table saw]")
@_lang
@click.option("--deck", type=click.Choice(list(DECKS)), help="The deck whose names the cards have.  [default: as recorded]")
def replay(file: Path, seat: int | None, lang: Any, deck: str | None) -> None:
    """Tell each deal of FILE, card by card, to its scores; - reads standard input.

    FILE has one JSON object a line: "hands" (four, by seat), "trump" (a suit or null), "first_seat", "plays" (each with "seat",
    "card" and perhaps "declare" and "say"), and, where the contract is known, "taker", "outcome" ("made" or "failed") and
    "trick_points". A deal that is broken is reported by line and field, the others are told.
    """
    from solver.replay import ReplayError, read_records
    from solver.telling import tell

    told = broken = 0
    with click.open_file(str(file), "rb") as lines:
        for record in read_records(lines):
            if isinstance(record, ReplayError):
                broken += 1
                _failed(f"{file}, {record}", 1)
                continue
            if told:
                click.echo()
            click.echo("\n".join(tell(record, lang, seat, deck)))
            told += 1
    if broken:
        raise click.ClickException(f"{broken:,} of {broken + told:,} deals in {file} are broken and were not told")


def _echo_distribution(points: Mapping[int, int]) -> None:
    total = sum(points.values())
    click.echo(f"{'points':>6}  {'hands':>13}  {'share':>9}")
    for value, hands in points.items():
        click.echo(f"{value:>6}  {hands:>13,}  {hands / total:>9.5%}")
    click.echo(f"{'total':>6}  {total:>13,}")


@contextmanager
def _bar(total: int | None) -> Iterator[Callable[[int], object]]:
    """Give a function that moves a progress bar on; the bar stands on stderr, and only where that is a terminal."""
    from tqdm import tqdm

    with tqdm(total=total, unit=" rows", unit_scale=True, disable=None, leave=False) as bar:
        yield bar.update
