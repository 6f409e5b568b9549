"""Groups and sequences, and what is wrong with cards that are neither (R13 to R17, D9 to D12)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NoReturn, Self, TypeAlias

from attrs import field, frozen

from manipulation.cards import Cards, DeclaredJoker, Natural
from manipulation.errors import ManipulationError, Violation
from manipulation.rules import MANIPULATION, MeldRules

if TYPE_CHECKING:
    from collections.abc import Collection
    from collections.abc import Sequence as Listed

    from manipulation.cards import Card, Rank, Suit
    from manipulation.rules import Ace

_SHORTEST = 3
_LARGEST_GROUP = 4
_ACE, _KING, _HIGH_ACE = 1, 13, 14

_Found: TypeAlias = list[tuple[Violation, Cards]]


@frozen
class Fault:
    """One broken rule, the cards it is about, and the meld they lie in if it is about a meld."""

    violation: Violation
    cards: Cards = Cards()
    meld: Cards | None = None

    def __str__(self) -> str:
        """Give the code, the clause, the sentence, and the cards if there are any."""
        violation = self.violation
        about = f" [{self.cards}]" if self.cards else ""
        return f"{violation.code} ({violation.clause}): {violation.sentence}{about}"


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
    return _judged(cards, rules)


@lru_cache(maxsize=4096)
def _judged(cards: Cards, rules: MeldRules) -> tuple[Fault, ...]:
    if cards.undeclared:
        return (Fault(Violation.JOKER_UNDECLARED, Cards.parse("*"), cards),)
    faces = _faces(cards)
    ranks = sorted(face.rank.value for face in faces)
    if len(set(ranks)) == 1:
        found = _group_faults(cards, faces)
    elif len({face.suit for face in faces}) == 1:
        found = _sequence_faults(cards, faces, ranks, rules.ace)
    elif ranks and _first_rank(ranks, rules.ace):
        found = [(Violation.SEQUENCE_MIXES_SUITS, cards)]
    else:
        found = [(Violation.NEITHER_GROUP_NOR_SEQUENCE, cards)]
    if len(faces) < _SHORTEST:
        found.insert(0, (Violation.TOO_FEW_CARDS, cards))
    if rules.jokers_per_meld is not None and cards.jokers > rules.jokers_per_meld:
        found.append((Violation.TOO_MANY_JOKERS, cards.declared))
    return tuple(Fault(violation, concerned, cards) for violation, concerned in found)


def _group_faults(cards: Cards, faces: Listed[Natural]) -> _Found:
    found = [(Violation.GROUP_TOO_LARGE, cards)] if len(faces) > _LARGEST_GROUP else []
    repeated = {face for face in faces if faces.count(face) > 1}
    if repeated:
        found.append((Violation.GROUP_REPEATS_CARD, _with_faces(cards, repeated)))
    return found


def _sequence_faults(cards: Cards, faces: Listed[Natural], ranks: Listed[int], ace: Ace) -> _Found:
    if _first_rank(ranks, ace):
        return []
    found = []
    distinct = sorted(set(ranks))
    if not _first_rank(distinct, ace):
        corner = _turns_the_corner(distinct)
        found.append((Violation.TURNS_THE_CORNER if corner else Violation.SEQUENCE_HAS_GAP, cards))
    repeated = {face for face in faces if ranks.count(face.rank.value) > 1}
    if repeated:
        found.append((Violation.SEQUENCE_REPEATS_CARD, _with_faces(cards, repeated)))
    return sorted(found, key=lambda fault: fault[0].place)


def _faces(cards: Cards) -> list[Natural]:
    """List the cards as which they count in a meld (D10)."""
    return [card for card in cards.faces if isinstance(card, Natural)]


def _with_faces(cards: Cards, faces: Collection[Natural]) -> Cards:
    """Pick the cards, jokers among them, that count as one of these."""
    naturals = Cards(card for card in cards.naturals if card in faces)
    return naturals + Cards(
        card for card in cards if isinstance(card, DeclaredJoker) and card.stands_for in faces
    )


def _first_rank(ranks: Listed[int], ace: Ace) -> int | None:
    """Find the rank on which a sequence of these sorted ranks starts, if it is one (R17, D11)."""
    aces = ranks.count(_ACE)
    for low in {"low": (aces,), "high": (0,), "high_or_low": range(aces, -1, -1)}[ace]:
        placed = [_ACE] * low + [*ranks[aces:]] + [_HIGH_ACE] * (aces - low)
        if placed == list(range(placed[0], placed[0] + len(placed))):
            return placed[0]
    return None


def _turns_the_corner(ranks: Listed[int]) -> bool:
    """Tell whether distinct ranks follow one another only past the corner from king to ace."""
    starts = [rank for rank in ranks if (rank - 2) % _KING + 1 not in ranks]
    return len(starts) == 1 and _ACE in ranks and _KING in ranks


def laid_out(cards: Cards) -> tuple[Card, ...]:
    """Put cards in the order in which a meld is written: a sequence by rank, a high ace last.

    Cards that are no sequence stand as in any `Cards`.
    """
    laid, faces = tuple(cards), _faces(cards)
    if len(faces) != len(laid) or len({face.suit for face in faces}) != 1:
        return laid
    ranks = sorted(face.rank.value for face in faces)
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
    in_order: tuple[Card, ...] = field(init=False, eq=False, repr=False)
    """The cards as they are written: clubs, diamonds, hearts, spades."""
    key: tuple[int, ...] = field(init=False, eq=False, repr=False)
    """What the melds of a table are sorted by: groups first, by rank."""

    def __attrs_post_init__(self) -> None:
        """Refuse cards that are no group with an `IllegalTableError`."""
        faces = _lay_out(self)
        if len({face.rank for face in faces}) > 1:
            _refuse(self.cards)
        cards = zip(faces, self.in_order, strict=True)
        suits = (2 * face.suit.index + (face is not card) for face, card in cards)
        object.__setattr__(self, "key", (0, faces[0].rank.value, *suits))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the cards of a group, in any order."""
        return cls(Cards.parse(text))

    @property
    def rank(self) -> Rank:
        """The rank of all its cards."""
        return _faces(self.cards)[0].rank

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
    in_order: tuple[Card, ...] = field(init=False, eq=False, repr=False)
    """The cards from the lowest to the highest; a high ace is last."""
    key: tuple[int, ...] = field(init=False, eq=False, repr=False)
    """What the melds of a table are sorted by: sequences last, by suit, then first rank."""

    def __attrs_post_init__(self) -> None:
        """Refuse cards that are no sequence with an `IllegalTableError`."""
        faces = _lay_out(self)
        if len({face.suit for face in faces}) > 1:
            _refuse(self.cards)
        jokers = (isinstance(card, DeclaredJoker) for card in self.in_order)
        key = (1, faces[0].suit.index, faces[0].rank.value, *map(int, jokers))
        object.__setattr__(self, "key", key)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the cards of a sequence, in any order."""
        return cls(Cards.parse(text))

    @property
    def suit(self) -> Suit:
        """The suit of all its cards."""
        return _faces(self.cards)[0].suit

    @property
    def start(self) -> Rank:
        """The rank of its lowest card."""
        return _faces(Cards(self.in_order[:1]))[0].rank

    def __str__(self) -> str:
        """Write the cards in order."""
        return " ".join(map(str, self.in_order))

    def __repr__(self) -> str:
        """Give an expression that evaluates back."""
        return f"Sequence.parse({str(self)!r})"


Meld: TypeAlias = Group | Sequence


def meld_of(cards: Cards, *, rules: MeldRules = MANIPULATION.melds) -> Meld:
    """Make one meld of the cards, or raise an `IllegalTableError` that says why they are none."""
    faults = judge(cards, rules=rules)
    if faults:
        raise IllegalTableError(faults)
    return _meld(cards)


def parse_meld(text: str, *, rules: MeldRules = MANIPULATION.melds) -> Meld:
    """Read a group or a sequence, its cards in any order."""
    return meld_of(Cards.parse(text), rules=rules)


@lru_cache(maxsize=4096)
def _meld(cards: Cards) -> Meld:
    one_rank = len({face.rank for face in _faces(cards)}) == 1
    return Group(cards) if one_rank else Sequence(cards)


def _lay_out(meld: Group | Sequence) -> list[Natural]:
    """Set the cards of a new meld in order, and give what they count as in the same order."""
    faults = judge(meld.cards)
    if faults:
        raise IllegalTableError(faults)
    object.__setattr__(meld, "in_order", laid_out(meld.cards))
    faces = (card.stands_for if isinstance(card, DeclaredJoker) else card for card in meld.in_order)
    return [face for face in faces if isinstance(face, Natural)]


def _refuse(cards: Cards) -> NoReturn:
    fault = Fault(Violation.NEITHER_GROUP_NOR_SEQUENCE, cards, cards)
    raise IllegalTableError((fault,))
