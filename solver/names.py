"""What players call the cards: both decks in Spanish, English and French, as names in a sentence and as short marks.

A French player reads V D R where card text has J Q K.
"""

from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from solver.cards import DECKS, SUIT_MASKS, Suit, cards_in, deck_named, rank_of, suit_of

Language: TypeAlias = Literal["es", "en", "fr"]
LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)


class SuitName(NamedTuple):
    """The names of one suit: plain, and after "of"."""

    plain: str
    of: str


class RankName(NamedTuple):
    """The names of one rank: with its article, as the top of a run, and as four of a kind."""

    the: str
    top: str
    four: str


SUITS: Final = {
    ("es", "spanish"): (
        SuitName("oros", "de oros"),
        SuitName("copas", "de copas"),
        SuitName("espadas", "de espadas"),
        SuitName("bastos", "de bastos"),
    ),
    ("es", "french"): (
        SuitName("diamantes", "de diamantes"),
        SuitName("corazones", "de corazones"),
        SuitName("picas", "de picas"),
        SuitName("tréboles", "de tréboles"),
    ),
    ("en", "spanish"): (
        SuitName("oros", "of oros"),
        SuitName("copas", "of copas"),
        SuitName("espadas", "of espadas"),
        SuitName("bastos", "of bastos"),
    ),
    ("en", "french"): (
        SuitName("diamonds", "of diamonds"),
        SuitName("hearts", "of hearts"),
        SuitName("spades", "of spades"),
        SuitName("clubs", "of clubs"),
    ),
    ("fr", "spanish"): (
        SuitName("oros", "d'oros"),
        SuitName("copas", "de copas"),
        SuitName("espadas", "d'espadas"),
        SuitName("bastos", "de bastos"),
    ),
    ("fr", "french"): (
        SuitName("carreau", "de carreau"),
        SuitName("cœur", "de cœur"),
        SuitName("pique", "de pique"),
        SuitName("trèfle", "de trèfle"),
    ),
}
"""By language and deck, in the order of `Suit`."""

RANKS: Final = {
    ("es", "spanish"): (
        RankName("el 4", "al 4", "de cuatros"),
        RankName("el 5", "al 5", "de cincos"),
        RankName("el 6", "al 6", "de seises"),
        RankName("el 7", "al 7", "de sietes"),
        RankName("la sota", "a la sota", "de sotas"),
        RankName("el caballo", "al caballo", "de caballos"),
        RankName("el rey", "al rey", "de reyes"),
        RankName("el as", "al as", "de ases"),
    ),
    ("es", "french"): (
        RankName("el 7", "al 7", "de sietes"),
        RankName("el 8", "al 8", "de ochos"),
        RankName("el 9", "al 9", "de nueves"),
        RankName("el 10", "al 10", "de dieces"),
        RankName("la jota", "a la jota", "de jotas"),
        RankName("la reina", "a la reina", "de reinas"),
        RankName("el rey", "al rey", "de reyes"),
        RankName("el as", "al as", "de ases"),
    ),
    ("en", "spanish"): (
        RankName("the 4", "the 4", "4s"),
        RankName("the 5", "the 5", "5s"),
        RankName("the 6", "the 6", "6s"),
        RankName("the 7", "the 7", "7s"),
        RankName("the sota (10)", "the sota (10)", "sotas"),
        RankName("the caballo (11)", "the caballo (11)", "caballos"),
        RankName("the rey (12)", "the rey (12)", "reyes"),
        RankName("the ace (1)", "the ace (1)", "aces"),
    ),
    ("en", "french"): (
        RankName("the 7", "the 7", "7s"),
        RankName("the 8", "the 8", "8s"),
        RankName("the 9", "the 9", "9s"),
        RankName("the 10", "the 10", "10s"),
        RankName("the jack", "the jack", "jacks"),
        RankName("the queen", "the queen", "queens"),
        RankName("the king", "the king", "kings"),
        RankName("the ace", "the ace", "aces"),
    ),
    ("fr", "spanish"): (
        RankName("le 4", "au 4", "de 4"),
        RankName("le 5", "au 5", "de 5"),
        RankName("le 6", "au 6", "de 6"),
        RankName("le 7", "au 7", "de 7"),
        RankName("la sota (10)", "à la sota (10)", "de sotas"),
        RankName("le caballo (11)", "au caballo (11)", "de caballos"),
        RankName("le rey (12)", "au rey (12)", "de reyes"),
        RankName("l'as (1)", "à l'as (1)", "d'as"),
    ),
    ("fr", "french"): (
        RankName("le 7", "au 7", "de 7"),
        RankName("le 8", "au 8", "de 8"),
        RankName("le 9", "au 9", "de 9"),
        RankName("le 10", "au 10", "de 10"),
        RankName("le valet", "au valet", "de valets"),
        RankName("la dame", "à la dame", "de dames"),
        RankName("le roi", "au roi", "de rois"),
        RankName("l'as", "à l'as", "d'as"),
    ),
}
"""By language and deck, low to high."""

_SUIT_MARKS: Final = {name: deck.symbols or deck.suits for name, deck in DECKS.items()}


def suit_name(suit: int, language: Language, deck: str) -> SuitName:
    """Return the names of a suit 0..3.

    >>> suit_name(Suit.COPAS, "fr", "french").plain
    'cœur'
    """
    return SUITS[language, deck][suit]


def rank_name(rank: int, language: Language, deck: str) -> RankName:
    """Return the names of a rank, 0..7 in sequence order.

    >>> rank_name(5, "es", "spanish").the
    'el caballo'
    """
    return RANKS[language, deck][rank]


def rank_marks(mask: int, language: Language, deck: str) -> str:
    """Return the ranks of `mask` as marks, without the suit: ``10 11 12``, in the French deck ``J Q K`` or ``V D R``."""
    marks = (*deck_named(deck).ranks[:4], "V", "D", "R", "A") if (language, deck) == ("fr", "french") else deck_named(deck).ranks
    return " ".join(marks[rank_of(bit)] for bit in cards_in(mask))


def card_marks(mask: int, language: Language, deck: str) -> str:
    """Return the cards of `mask` as marks: ``12o 12c``, in the French deck ``K♦ K♥`` or ``R♦ R♥``."""
    return " ".join(rank_marks(bit, language, deck) + _SUIT_MARKS[deck][suit_of(bit)] for bit in cards_in(mask))


def card_names(mask: int, language: Language, deck: str) -> list[str]:
    """Return the name of each card of `mask`, with its article.

    >>> card_names(0b0100_0000, "en", "spanish")
    ['the rey (12) of oros']
    """
    return [
        f"{rank_name(rank_of(bit), language, deck).the} {suit_name(suit_of(bit), language, deck).of}" for bit in cards_in(mask)
    ]


def lines_by_suit(mask: int, language: Language, deck: str) -> list[str]:
    """Return a line for each suit that `mask` has cards of: its name and their marks, each in its column.

    >>> lines_by_suit(0b0011_1000, "en", "spanish")
    ['  oros  7 10 11']
    """
    by_suit = ((suit, mask & SUIT_MASKS[suit]) for suit in Suit)
    rows = [(suit_name(suit, language, deck).plain, rank_marks(cards, language, deck)) for suit, cards in by_suit if cards]
    width = max((len(suit) for suit, _ in rows), default=0)
    return [f"  {suit:<{width}}  {marks}" for suit, marks in rows]
