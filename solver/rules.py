"""Every value and switch of the rules, once.

`Rules` is what a house may change, `DEFAULT` is how this project plays. No other file spells a point value.
"""

from dataclasses import dataclass, fields
from typing import Final

from solver.cards import as_integer, shown

HAND_SIZE: Final = 8
"""Cards a player is dealt."""

MOST_POINTS: Final = 5000
"""The largest value a rule may take: with it the whole deck's declarations still fit the 16 bits of the bulk results."""

MOST_VALIDATED: Final = 32 // 3 * MOST_POINTS
"""The most points that a deck's declarations can bring: as many as can be of three cards, each of the largest value."""

MOST_BELOTE: Final = 255
"""The largest value of Belote-Rebelote, to which the bulk results give 8 bits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """Point values (integers from 0 to 5000, `belote` to 255) and switches; a declaration worth 0 is no declaration.

    >>> house = Rules(run_of_3=30, carre_of_6=0)
    >>> house.run_points[3], house
    (30, Rules(run_of_3=30, carre_of_6=0))

    Raises `ValueError` for a value that is no such integer, naming the field.
    """

    run_of_3: int = 20
    """A Suivi of three cards."""
    run_of_4: int = 50
    """A Suivi of four cards."""
    run_of_5: int = 100
    """A Suivi of five cards; longer ones have a field each, so that a house may raise them."""
    run_of_6: int = 100
    run_of_7: int = 100
    run_of_8: int = 100

    carre_of_4: int = 0
    """Four 4s; the fields below are the Carrés of the other ranks, low to high."""
    carre_of_5: int = 0
    carre_of_6: int = 150
    carre_of_7: int = 100
    carre_of_10: int = 200
    carre_of_11: int = 100
    carre_of_12: int = 100
    carre_of_1: int = 100

    belote: int = 20
    """Belote-Rebelote."""
    rebelote_required: bool = True
    """Whether a "Belote" without its "Rebelote" scores nothing; False lets it score `belote` all the same."""

    failed_contract: int = 162
    """What the defenders score, besides the declarations, when the taker's contract fails."""
    most_trick_points: int = 252
    """The most that the trick points of both teams can be together."""

    def __repr__(self) -> str:
        defaults = {field.name: field.default for field in fields(self)}
        changed = (f"{name}={getattr(self, name)!r}" for name, default in defaults.items() if getattr(self, name) != default)
        return f"Rules({', '.join(changed)})"

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if field.type is bool:
                if not isinstance(value, bool):
                    raise ValueError(f"{field.name}={shown(value)}: this rule is True or False")
                continue
            number, most = as_integer(value), MOST_BELOTE if field.name == "belote" else MOST_POINTS
            if number is None or not 0 <= number <= most:
                raise ValueError(f"{field.name}={shown(value)}: this value of the rules is an integer from 0 to {most}")
            object.__setattr__(self, field.name, number)

    @property
    def run_points(self) -> tuple[int, ...]:
        """Points of a Suivi by its number of cards, 0..8; 0 where it is no declaration."""
        return (0, 0, 0, self.run_of_3, self.run_of_4, self.run_of_5, self.run_of_6, self.run_of_7, self.run_of_8)

    @property
    def carre_points(self) -> tuple[int, ...]:
        """Points of a Carré by its rank, 0..7 in sequence order; 0 where it is no declaration."""
        return (
            self.carre_of_4,
            self.carre_of_5,
            self.carre_of_6,
            self.carre_of_7,
            self.carre_of_10,
            self.carre_of_11,
            self.carre_of_12,
            self.carre_of_1,
        )


DEFAULT: Final = Rules()


def checked_rules(rules: object) -> Rules:
    """Return `rules`; raise `TypeError` where they are none."""
    if not isinstance(rules, Rules):
        raise TypeError(f"rules={shown(rules)}: rules are a solver.Rules, such as solver.Rules(run_of_3=30)")
    return rules
