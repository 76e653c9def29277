"""The command `belote`: it parses arguments and prints results, and leaves all work to the other files.

Every command imports what it needs when it runs, so that ``belote --help`` is quick.
"""

import json
import signal
from pathlib import Path
from typing import Any, Final

import click

from solver import table_cli
from solver.cards import DECKS, NO_TRUMP, Suit
from solver.console import (
    FILE,
    FILE_OR_STREAM,
    Commands,
    Whole,
    counted,
    deck_option,
    echo_distribution,
    echo_summary,
    examples,
    failed,
    lang_option,
    leave,
    progress_bar,
    stand_in_for_closed_streams,
    terminate,
    threads_option,
    trump_option,
)
from solver.options import COMPRESSIONS, ON_ERROR, STREAMS

MOST_DEALT: Final = 10**12
"""Rows of one file at most: a slip of the finger is to fill no disk."""


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=examples('belote best "12o 12c 12e 12b 10o 11o" --trump oros'),
)
@click.version_option(package_name="belote-solver", prog_name="belote", message="%(prog)s %(version)s")
@click.pass_context
def belote(context: click.Context) -> None:
    """Find the best Belote declarations of one hand, of a file of hands, or of every hand."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def main() -> None:
    """Run the command line; a plain kill cleans up like Ctrl-C does."""
    stand_in_for_closed_streams()
    signal.signal(signal.SIGTERM, terminate)
    try:
        belote()
    except SystemExit as end:
        if isinstance(end.code, int) and end.code:  # whatever failed, a thread may still be reading ahead
            leave(end.code)
        raise


@belote.command(
    short_help="Show what to declare with one hand.",
    epilog=examples(
        'belote best "12o 12c 12e 12b 10o 11o" --trump oros',
        "belote best 7d 8d 9d 10d jd qd kd ad --deck french --lang fr",
    ),
)
@click.argument("hand", nargs=-1, required=True)
@trump_option
@deck_option
@lang_option
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
    from solver.explanation import explain
    from solver.optimum import all_best_combinations
    from solver.plain import combination_as_plain, explanation_as_plain

    explanation = explain(" ".join(hand), trump, deck=deck)
    others = all_best_combinations(explanation.hand, trump)[1:] if every else None
    if not as_json:
        click.echo("\n".join(answer(explanation, lang, deck, others)))
        return
    plain = explanation_as_plain(explanation, deck)
    if others is not None:
        plain["others"] = [combination_as_plain(other, explanation.trump, deck) for other in others]
    click.echo(json.dumps(plain, ensure_ascii=False, indent=2))


@belote.command(
    short_help="Deal random hands into a file.",
    epilog=examples("belote deal 1000000 -o hands.parquet --seed 1", "belote deal 1000 --deals -o deals.csv"),
)
@click.argument("number", type=Whole(0, MOST_DEALT))
@click.option("-o", "--output", type=FILE, required=True, help="The file: .parquet, .csv or .npy.")
@click.option("--seed", type=Whole(min=0), help="The same seed deals the same cards.  [default: a new one, printed]")
@click.option("--deals", is_flag=True, help="Whole deals of four hands and a trump, instead of hands.")
@deck_option
def deal(number: int, output: Path, seed: int | None, deck: str, *, deals: bool) -> None:
    """Deal NUMBER random hands into a file, every hand as likely as any other.

    The column "hand" holds masks of 32 bits (Parquet, NumPy) or card text (CSV). With --deals there are "hand0" to "hand3" by
    seat, and "trump": 0 to 3, or in CSV the suit's name.
    """
    import secrets

    from solver.dealing import write_deals

    seed = secrets.randbits(32) if seed is None else seed
    with progress_bar() as progress:
        write_deals(output, number, seed, deals=deals, deck=deck, progress=progress)
    click.echo(f"{counted(number, 'deal' if deals else 'hand')} written to {click.format_filename(output)} (seed {seed})")


@belote.command(
    short_help="Score a file of hands or deals.",
    epilog=examples(
        "belote score hands.parquet -o scored.parquet --trump oros",
        "belote score hands.csv -o scored.csv --on-error reject --rejects bad.csv",
        "belote score 'games/*.parquet' -o scored --cluster local:2 --resume",
        "belote score - -o - <hands.csv >scored.csv",
    ),
)
@click.argument("file", type=FILE_OR_STREAM)
@click.option(
    "-o", "--output", type=FILE_OR_STREAM, required=True, help="The file or folder to write, or -."
)
@trump_option
@deck_option
@threads_option
@click.option(
    "--on-error", type=click.Choice(ON_ERROR), default="fail", show_default=True, help="What to do at a bad row."
)
@click.option("--rejects", type=FILE, help="The CSV file for bad rows, with --on-error reject.")
@click.option("--resume", is_flag=True, help="Go on from where a run that was stopped had come.")
@click.option("--compression", type=click.Choice(COMPRESSIONS), help="Of Parquet and Arrow output.")
@click.option("--stream", type=click.Choice(STREAMS), help="The format of -o -.  [default: csv]")
@click.option("--cluster", metavar="ADDRESS", help="A Dask scheduler, or local:N for N processes here.")
def score(file: Path, output: Path, cluster: str | None, stream: Any, threads: int | None, **options: Any) -> None:
    """Score every hand or deal of FILE into another file.

    Files are .parquet, .csv, .csv.gz, .arrow (or .feather) and .npy; - is standard input or output (CSV or an Arrow stream). FILE
    may be a folder or a pattern of Parquet files; where the output has no suffix, it is a folder of Parquet files.

    The column "hand" holds masks or card text, or "card0" to "card7" a card each; a column "trump" (-1 to 3, or names) gives each
    row its own trump. All columns are kept, and "points", "belote", "declarations" (text; masks in a .npy file) and "strength"
    are added.

    Deals have "hand0" to "hand3" by seat instead of "hand"; added are "winner" (the team whose declarations count: 0, 1, or -1
    for none), "points0", "points1", "belote0" and "belote1".

    The output appears whole or not at all. At the first row that cannot be scored it stops, unless such rows are to be rejected:
    then they go to a file of their own, each with its number and the reason. A run that was stopped in any other way goes on
    with --resume.
    """
    from solver.batch import score_file

    if cluster is not None and (threads is not None or stream is not None):
        raise click.UsageError("--threads and --stream are for this process, and with --cluster others score")
    with progress_bar() as progress:
        if cluster is None:
            summary = score_file(file, output, threads=threads, stream=stream, progress=progress, **options)
        else:
            summary = _score_on_cluster(cluster, file, output, progress=progress, **options)
    echo_summary(summary, output, options["rejects"])


def _score_on_cluster(address: str, file: Path, output: Path, **options: Any) -> Any:
    from importlib.util import find_spec

    if find_spec("distributed") is None:
        raise click.UsageError("--cluster needs Dask: pip install 'belote-solver[cluster]'")
    from solver.cluster import connected, score_on_cluster

    with connected(address) as client:
        return score_on_cluster(client, file, output, **options)


@belote.command(short_help="Count what every hand is worth.", epilog=examples("belote census", "belote census --plot census.svg"))
@click.option("--plot", type=FILE, help="Also draw the table: a .png or .svg file.")
@threads_option
def census(plot: Path | None, threads: int | None) -> None:
    """Score all 10,518,300 hands that exist, and count what they are worth."""
    from solver.census import check_picture, draw, take_census

    if plot is not None:
        check_picture(plot)
    taken = take_census(threads)
    echo_distribution(taken.points)
    click.echo(f"All hands scored in {taken.seconds:.2f} s")
    if plot is not None:
        draw(taken, plot)


@belote.command(short_help="Prove that kernel and CP-SAT agree.", epilog=examples("belote prove"))
def prove() -> None:
    """Prove that the kernel and CP-SAT agree on every hand, without trumps and with each trump.

    Prints what was compared; exit status 1 where anything differs, with the first hands that do.
    """
    from time import perf_counter

    from solver import proof

    started = perf_counter()
    compared = differing = 0
    for part in proof.prove():
        trump = "no trump" if part.trump == NO_TRUMP else Suit(part.trump).text
        differences = counted(part.num_differences, "difference")
        click.echo(f"{trump:<9} {part.num_hands:,} hands, {part.num_classes:,} classes, {differences}")
        for difference in part.differences:
            click.echo(f"  {difference}")
        compared, differing = compared + part.num_hands, differing + part.num_differences
    click.echo(f"{compared:,} results compared in {perf_counter() - started:.1f} s, {counted(differing, 'difference')}")
    if differing:
        raise click.ClickException(f"the kernel and CP-SAT differ in {differing:,} of {compared:,} results")


for command in table_cli.COMMANDS:
    belote.add_command(command)


@belote.command(
    short_help="Tell recorded deals move by move.",
    epilog=examples("belote replay deals.jsonl --lang es", "belote replay deals.jsonl --seat 2"),
)
@click.argument("file", type=FILE_OR_STREAM)
@click.option("--seat", type=Whole(0, 3), help="Tell what this seat saw.  [default: what the table saw]")
@lang_option
@click.option("--deck", type=click.Choice(list(DECKS)), help="The deck whose names the cards have.  [default: as recorded]")
def replay(file: Path, seat: int | None, lang: Any, deck: str | None) -> None:
    """Tell each deal of FILE, card by card, to its scores; - reads standard input.

    FILE has one JSON object a line, with "hands" (four of eight cards, by seat), "trump" and "plays"; docs/table.md lists all
    fields. A deal that is broken is reported by line and field, the others are told.
    """
    from solver.replay import ReplayError, read_records
    from solver.telling import tell

    told = broken = no_json = 0
    with click.open_file(str(file), "rb") as lines:
        for record in read_records(lines):
            if isinstance(record, ReplayError):
                broken += 1
                no_json += record.reason.startswith("not JSON")
                failed(f"{file}, {record}", 1)
                continue
            if told:
                click.echo()
            click.echo("\n".join(tell(record, lang, seat, deck)))
            told += 1
    if broken:
        hint = "; each deal is one JSON object on one line" if no_json and broken > 1 and not told else ""
        deals = f"{broken:,} of {counted(broken + told, 'deal')} in {file}"
        raise click.ClickException(f"{deals} {'is broken and was' if broken == 1 else 'are broken and were'} not told{hint}")
