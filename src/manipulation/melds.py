"""Groups and sequences, and what is wrong with cards that are neither (R13 to R17, D9 to D12)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Self, TypeAlias

from attrs import field, frozen

from manipulation.cards import CARDS, Card, Cards, DeclaredJoker, Joker, Rank, Suit, expect_cards
from manipulation.errors import ManipulationError, PositionError, Violation, each, expect, shown
from manipulation.rules import (
    LARGEST_GROUP,
    MANIPULATION,
    SHORTEST_MELD,
    MeldRules,
    expect_meld_rules,
)

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Sequence as Listed

    from manipulation.rules import Ace

_ACE, _HIGH_ACE = 1, 14

_Found: TypeAlias = list[tuple[Violation, Cards]]


@frozen
class Fault:
    """One broken rule, the cards it is about, and the meld they lie in if it is about a meld."""

    violation: Violation
    cards: Cards = Cards()
    meld: Cards | None = None

    def __attrs_post_init__(self) -> None:
        """Refuse what is no violation and no cards with a `PositionError`."""
        expect(Violation, self.violation)
        expect_cards(self.cards)
        if self.meld is not None:
            expect_cards(self.meld)

    def __str__(self) -> str:
        """Give the code, the clause, the sentence, and the cards if there are any."""
        violation = self.violation
        about = f" [{self.cards}]" if self.cards else ""
        return f"{violation.code} ({violation.clause}): {violation.sentence}{about}"


def sorted_faults(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """Put faults in the order of `Violation`; those of one code stay as they are."""
    return tuple(sorted(faults, key=_place))


def _place(fault: Fault) -> int:
    return fault.violation.place


class IllegalMoveError(ManipulationError):
    """A move is refused; `faults` names every rule that it breaks."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        """Keep the faults."""
        super().__init__(faults)
        self.faults = faults

    def __str__(self) -> str:
        """Give one line for each fault."""
        return "\n".join(map(str, self.faults))


class IllegalTableError(IllegalMoveError):
    """Cards are asked to be a meld or a table and are not; `faults` says why."""


def judge(cards: Cards, *, rules: MeldRules = MANIPULATION.melds) -> tuple[Fault, ...]:
    """Name every rule that keeps the cards from being one meld; none if they are one.

    Cards of one rank are judged as a group, else cards of one suit as a sequence. A joker counts
    as the card it stands for (D10); one that stands for none yet is the only fault named.

    >>> [fault.violation.code for fault in judge(Cards.parse("Ks As 2s"))]
    ['TURNS_THE_CORNER']
    """
    expect_cards(cards)
    expect_meld_rules(rules)
    return _judged(cards, rules)


@lru_cache(maxsize=4096)
def _judged(cards: Cards, rules: MeldRules) -> tuple[Fault, ...]:
    found = _found(cards, rules)
    return tuple(Fault(violation, concerned, cards) for violation, concerned in found)


def _found(cards: Cards, rules: MeldRules) -> _Found:
    if cards.undeclared:
        return [(Violation.JOKER_UNDECLARED, Cards([Joker()] * cards.undeclared))]
    found = []
    if len(cards) < SHORTEST_MELD:
        found.append((Violation.TOO_FEW_CARDS, cards))
    ranks, suits = cards.by_rank(), cards.by_suit()
    if len(ranks) <= 1:
        found += _group_faults(cards)
    elif len(suits) == 1:
        found += _sequence_faults(cards, rules.ace)
    elif _first_rank(_ranks(cards), rules.ace):
        found.append((Violation.SEQUENCE_MIXES_SUITS, cards))
    else:
        found.append((Violation.NEITHER_GROUP_NOR_SEQUENCE, cards))
    if rules.jokers_per_meld is not None and cards.jokers > rules.jokers_per_meld:
        found.append((Violation.TOO_MANY_JOKERS, cards.declared))
    return found


def _group_faults(cards: Cards) -> _Found:
    found = []
    if len(cards) > LARGEST_GROUP:
        found.append((Violation.GROUP_TOO_LARGE, cards))
    repeated = _repeated(cards)
    if repeated:
        found.append((Violation.GROUP_REPEATS_CARD, repeated))
    return found


def _sequence_faults(cards: Cards, ace: Ace) -> _Found:
    ranks = _ranks(cards)
    if _first_rank(ranks, ace):
        return []
    found = []
    distinct = sorted(set(ranks))
    in_a_row = _first_rank(distinct, ace)
    corner = not in_a_row and _turns_the_corner(distinct)
    if not in_a_row and not corner:
        found.append((Violation.SEQUENCE_HAS_GAP, cards))
    repeated = _repeated(cards)
    if repeated:
        found.append((Violation.SEQUENCE_REPEATS_CARD, repeated))
    if corner:
        found.append((Violation.TURNS_THE_CORNER, cards))
    return found


def _ranks(cards: Cards) -> list[int]:
    """List the ranks of the cards as they count in a meld (D10), the ace low."""
    return [rank.value for rank, equals in cards.by_rank().items() for _ in range(len(equals))]


def _repeated(cards: Cards) -> Cards:
    """Pick the cards that count as one of which there are several, jokers among them (D10)."""
    return Cards(
        card
        for same_rank in cards.by_rank().values()
        for same in same_rank.by_suit().values()
        if len(same) > 1
        for card in same
    )


def _first_rank(ranks: Listed[int], ace: Ace) -> int | None:
    """Find the rank on which a sequence of these sorted ranks starts, if it is one (R17, D11)."""
    aces = ranks.count(_ACE)
    for low in {"low": (aces,), "high": (0,), "high_or_low": (min(aces, 1), 0)}[ace]:
        placed = [_ACE] * low + [*ranks[aces:]] + [_HIGH_ACE] * (aces - low)
        if placed == list(range(placed[0], placed[0] + len(placed))):
            return placed[0]
    return None


def _turns_the_corner(ranks: Listed[int]) -> bool:
    """Tell whether distinct ranks follow one another on the circle, where 2, ace, king meet.

    Those that follow one another without going on past an ace have been told apart before.
    """
    return sum((rank - 2) % len(Rank) + 1 not in ranks for rank in ranks) == 1


def laid_out(cards: Cards) -> tuple[Card, ...]:
    """Put cards in the order in which a meld is written: a sequence by rank, a high ace last.

    Cards that are no sequence stand as in any `Cards`, and so do the thirteen cards of a suit,
    which are a sequence with the ace on either side.
    """
    laid = tuple(cards)
    if cards.undeclared or len(cards.by_suit()) != 1:
        return laid
    ranks = _ranks(cards)
    start, aces = _first_rank(ranks, "high_or_low"), ranks.count(_ACE)
    low = aces if start is None else min(aces, 1) if start == _ACE else 0
    return (*laid[:low], *laid[aces:], *laid[low:aces])


@frozen
class Group:
    """Three or four cards of one rank, the suits all different (R14, R15).

    >>> str(Group.parse("8h* 8c 8s"))
    '8c 8h* 8s'
    """

    cards: Cards
    in_order: tuple[Card, ...] = field(init=False, eq=False)
    """The cards as they are written: clubs, diamonds, hearts, spades."""
    key: tuple[int, ...] = field(init=False, eq=False)
    """What the melds of a table are sorted by: groups first, by rank, then suits."""

    def __attrs_post_init__(self) -> None:
        """Refuse cards that are no meld with an `IllegalTableError`; see `judge`."""
        _check_legal(self.cards)
        (rank, *others) = self.cards.by_rank()
        if others:
            raise PositionError(f"a sequence, not a group: {self.cards}")
        suits = (2 * suit.index + card.jokers for suit, card in self.cards.by_suit().items())
        object.__setattr__(self, "in_order", laid_out(self.cards))
        object.__setattr__(self, "key", (0, rank.value, *suits))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the cards of a group, in any order; a sequence is a `PositionError`."""
        return cls(Cards.parse(text))

    @property
    def rank(self) -> Rank:
        """The rank of all its cards."""
        return Rank(self.key[1])

    def __str__(self) -> str:
        """Write the cards in order."""
        return " ".join(map(str, self.in_order))

    def __repr__(self) -> str:
        """Give an expression that evaluates back."""
        return f"Group.parse({str(self)!r})"


@frozen
class Sequence:
    """Three or more cards of one suit in a row, an ace below the two or above the king (R16, R17).

    >>> str(Sequence.parse("As Ks Qs*"))
    'Qs* Ks As'
    """

    cards: Cards
    in_order: tuple[Card, ...] = field(init=False, eq=False)
    """The cards from the lowest to the highest; a high ace is last."""
    key: tuple[int, ...] = field(init=False, eq=False)
    """What the melds of a table are sorted by: sequences last, by suit, then first rank."""

    def __attrs_post_init__(self) -> None:
        """Refuse cards that are no meld with an `IllegalTableError`; see `judge`."""
        _check_legal(self.cards)
        (suit, *others) = self.cards.by_suit()
        if others:
            raise PositionError(f"a group, not a sequence: {self.cards}")
        in_order = laid_out(self.cards)
        (start,) = Cards(in_order[:1]).by_rank()
        jokers = (isinstance(card, DeclaredJoker) for card in in_order)
        object.__setattr__(self, "in_order", in_order)
        object.__setattr__(self, "key", (1, suit.index, start.value, *map(int, jokers)))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the cards of a sequence, in any order; a group is a `PositionError`."""
        return cls(Cards.parse(text))

    @property
    def suit(self) -> Suit:
        """The suit of all its cards."""
        return tuple(Suit)[self.key[1]]

    @property
    def start(self) -> Rank:
        """The rank of its lowest card."""
        return Rank(self.key[2])

    def __str__(self) -> str:
        """Write the cards in order."""
        return " ".join(map(str, self.in_order))

    def __repr__(self) -> str:
        """Give an expression that evaluates back."""
        return f"Sequence.parse({str(self)!r})"


Meld: TypeAlias = Group | Sequence
_MELDS = Group, Sequence


def meld_of(cards: Cards, *, rules: MeldRules = MANIPULATION.melds) -> Meld:
    """Make one meld of the cards, or raise an `IllegalTableError` that says why they are none."""
    _check_legal(cards, rules)
    return _meld(cards)


def cards_at(places: Listed[int]) -> Cards:
    """Make cards of the places where `Cards.counts` counts them."""
    counts = bytearray(len(CARDS))
    for place in places:
        counts[place] += 1
    return Cards.of_counts(bytes(counts))


def known_meld(key: tuple[int, ...], places: Listed[int]) -> Meld:
    """Make a meld that is known to be one, and is not judged again, of its key.

    Its cards are given in order; see `cards_at`.
    """
    return _known(key, tuple(places))


@lru_cache(maxsize=4096)
def _known(key: tuple[int, ...], places: tuple[int, ...]) -> Meld:
    kind: type[Meld] = Sequence if key[0] else Group
    meld = kind.__new__(kind)
    object.__setattr__(meld, "cards", cards_at(places))
    object.__setattr__(meld, "in_order", tuple(CARDS[place] for place in places))
    object.__setattr__(meld, "key", key)
    return meld


def parse_meld(text: str, *, rules: MeldRules = MANIPULATION.melds) -> Meld:
    """Read a group or a sequence, its cards in any order."""
    return meld_of(Cards.parse(text), rules=rules)


def sorted_melds(melds: Iterable[Meld]) -> tuple[Meld, ...]:
    """Put melds in the order of a table; what is no meld is a `PositionError`."""
    listed = tuple(each(melds, "melds"))
    for meld in listed:
        _expect_meld(meld)
    return tuple(sorted(listed, key=_key))


def _expect_meld(meld: object) -> None:
    if not isinstance(meld, _MELDS):
        raise PositionError(f"a meld is expected, not {shown(meld)}")


def _key(meld: Meld) -> tuple[int, ...]:
    return meld.key


@lru_cache(maxsize=4096)
def _meld(cards: Cards) -> Meld:
    return Group(cards) if len(cards.by_rank()) == 1 else Sequence(cards)


def _check_legal(cards: Cards, rules: MeldRules = MANIPULATION.melds) -> None:
    faults = judge(cards, rules=rules)
    if faults:
        raise IllegalTableError(faults)
