"""Witnesses played by the round's own rules: the moves of a view again, in the deal that should explain it."""

from itertools import pairwise

from solver import DeclarationRound, View, Witness
from solver.cards import cards_in
from solver.views import Called, Played


def replayed(view: View, witness: Witness) -> DeclarationRound:
    """Play the moves of the record in the witness's deal, each seat declaring what the witness says."""
    game = DeclarationRound(witness.hands, view.trump, view.first_seat, view.rules)
    log = list(view.log)
    moves = [number for number, event in enumerate(log) if isinstance(event, Played)]
    for number, following in pairwise([*moves, len(log)]):
        move, said = log[number], [event.word for event in log[number:following] if isinstance(event, Called)]
        declared = () if any(log[n].seat == move.seat for n in moves if n < number) else witness.declared[move.seat]
        game.play(move.seat, move.card, declared, *said)
    return game


def played_on(game: DeclarationRound, witness: Witness) -> DeclarationRound:
    """Go on until the comparison, each seat that has yet to declare doing as the witness says."""
    num_played = sum(isinstance(event, Played) for event in game.log)
    for number in range(num_played, 5):
        seat = game.turn if game.turn is not None else 0
        game.play(seat, next(cards_in(game.view(seat).left)), witness.declared[seat] if number < 4 else ())
    return game


def check_replay(view: View, witness: Witness) -> DeclarationRound:
    """Assert that the witness explains the view exactly; return the round at the comparison or after it."""
    game = replayed(view, witness)
    assert game.view(view.seat) == view
    return played_on(game, witness)
