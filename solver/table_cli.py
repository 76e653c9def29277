"""The commands for a player at the table: `belote odds` and `belote holdings`. They parse and print, and leave the work to others.

Every command imports what it needs when it runs, as those of `cli` do.
"""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from solver.console import Whole, deck_option, examples, lang_option, threads_option, trump_option

if TYPE_CHECKING:
    from solver.views import View


_HEARD_HELP = "What a seat declared, as in '1: suivi 50, carré 100' or '3: tierce'; may be repeated."
_DECLARED_HELP = (
    "The cards of one declaration of your own, as in '4o 5o 6o'; may be repeated. Or 'nothing'."
    "  [default: your best, once you have had your say]"
)
_PLAYED_HELP = "Cards that a seat has played, as in '2: 4o'; may be repeated."


def _what_is_known(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the argument and the options that say what a player knows."""
    for option in reversed(
        (
            click.argument("hand", nargs=-1, required=True),
            trump_option,
            click.option("--seat", type=Whole(0, 3), default=0, show_default=True, help="Your seat; 2 is opposite 0."),
            click.option("--heard", multiple=True, metavar="TEXT", help=_HEARD_HELP),
            click.option("--declared", multiple=True, metavar="TEXT", help=_DECLARED_HELP),
            click.option("--played", multiple=True, metavar="TEXT", help=_PLAYED_HELP),
            click.option("--leads", type=Whole(0, 3), default=0, show_default=True, help="The seat that plays first."),
            click.option("--turn", type=Whole(0, 3), help="The seat to play: those before it have had their say."),
            click.option("--assume-best", is_flag=True, help="Others declared their best, or have nothing to declare."),
            deck_option,
            lang_option,
            click.option("--json", "as_json", is_flag=True, help="Print the answer for programs; see below."),
        )
    ):
        command = option(command)
    return command


def _view(
    hand: tuple[str, ...], trump: int | None, seat: int, heard: tuple[str, ...], declared: tuple[str, ...],
    played: tuple[str, ...], leads: int, turn: int | None, deck: str,
) -> "View":  # fmt: skip
    from solver.written import hand_view, read_heard

    events = [event for text in heard for event in read_heard(text)]
    if any(event.seat == seat for event in events):
        raise click.UsageError(f"--heard is what others declared, and seat {seat} is yours: give your cards with --declared")
    own = [text for text in declared if text.strip().casefold() != "nothing"]
    if own and len(own) < len(declared):
        raise click.UsageError("--declared: give 'nothing' alone, or the cards of each declaration")
    return hand_view(
        " ".join(hand), trump, seat=seat, heard=events, played=played, declared=own if declared else None, first_seat=leads,
        turn=turn, deck=deck,
    )  # fmt: skip


@click.command(
    short_help="Tell how likely your declarations win.",
    epilog=examples(
        'belote odds "7o 10o 11o 4c 5e 12b 1c 6b" --heard "1: suivi 20" --leads 1',
        'belote odds "7o 10o 11o 4c 5e 12b 1c 6b" --declared "7o 10o 11o" --turn 1',
    ),
)
@_what_is_known
@click.option("--samples", type=Whole(min=1), help="Deals to draw.  [default: enough for an error of 0.05%]")
@click.option("--seed", type=Whole(min=0), help="The same seed draws the same deals.  [default: a new one]")
@threads_option
def odds(
    hand: tuple[str, ...], trump: int | None, seat: int, heard: tuple[str, ...], declared: tuple[str, ...],
    played: tuple[str, ...], leads: int, turn: int | None, deck: str, lang: Any, samples: int | None, seed: int | None,
    threads: int | None, *, assume_best: bool, as_json: bool,
) -> None:  # fmt: skip
    """Tell what to declare with HAND, eight cards, and how likely that wins; or what you declared, once you have.

    Every deal that explains what you know is equally likely, and players declare their best; with --assume-best also those who
    were heard, or were silent.

    With --json: an object with your "seat", "hand", "mask", "deck" and "trump", what you have "declared" (null while you may
    still), what was "heard", the number of "samples", whether they are all deals there are ("exact"), and the "options", the
    recommended one first. Each has its "declarations"
    and "points", the chances to "win", "tie" and "lose" and that of "nothing" declared, "own_points" and "other_points" to
    expect, and the "margin" in own points of the first over it; each of these has a "value" and a standard "error".
    """
    from solver.advice import advise_at, declared_at
    from solver.outlook import Outlook
    from solver.plain import advice_as_plain

    view = _view(hand, trump, seat, heard, declared, played, leads, turn, deck)
    question = declared_at if view.had_say(seat) else advise_at
    advice = question(view, samples=samples, seed=seed, threads=threads, assume_best=assume_best)
    if as_json:
        click.echo(json.dumps(advice_as_plain(view, advice, deck), ensure_ascii=False, indent=2))
    else:
        click.echo("\n".join(Outlook(view, lang, deck).tell_advice(advice)))


@click.command(
    short_help="Tell what the others can hold.",
    epilog=examples(
        'belote holdings "7o 10o 11o 12o 1o 6c 10e 10b" --trump oros',
        'belote holdings "7o 10o 11o 12o 4c 5e 12b 1c" --heard "1: tierce" --leads 1',
    ),
)
@_what_is_known
def holdings(
    hand: tuple[str, ...], trump: int | None, seat: int, heard: tuple[str, ...], declared: tuple[str, ...],
    played: tuple[str, ...], leads: int, turn: int | None, deck: str, lang: Any, *, assume_best: bool, as_json: bool,
) -> None:  # fmt: skip
    """Tell whether HAND, eight cards, can be beaten, and what the others can hold.

    Each answer is a deal that shows it or has been proven.

    With --json: an object with your "seat", "hand", "mask", "deck" and "trump", what you have "declared" (null while you may
    still) and what was "heard"; "can_lose" and "can_tie", each a deal or null; "strongest", by seat what it can hold at most, and
    "other_team_strongest"; "most_points", what each team can still show; "heard_as", the cards that each declaration heard can
    be; and "held", by seat all it can hold.
    A deal has its "hands", their "masks", and the cards "declared" by seat.
    """
    from solver import can_be_beaten, most_points_possible, possible_declarations, strongest_possible
    from solver.outlook import Outlook
    from solver.plain import holdings_as_plain

    view = _view(hand, trump, seat, heard, declared, played, leads, turn, deck)
    questions = (can_be_beaten, strongest_possible, most_points_possible, possible_declarations)
    answers: list[Any] = [question(view, assume_best=assume_best) for question in questions]
    if as_json:
        click.echo(json.dumps(holdings_as_plain(view, *answers, deck=deck), ensure_ascii=False, indent=2))
    else:
        click.echo("\n".join(Outlook(view, lang, deck).tell_holdings(*answers)))


COMMANDS = (odds, holdings)
