"""Plays to put to two referees: legal ones, and ones that break one rule, by rule."""

from __future__ import annotations

from contextlib import suppress
from functools import cache, lru_cache
from itertools import chain, combinations, islice
from typing import TYPE_CHECKING, Final, TypeAlias

from manipulation.cards import NATURALS, Cards, DeclaredJoker, Joker, Natural, Rank, Suit
from manipulation.errors import SearchLimitError, Violation
from manipulation.melds import judge
from manipulation.rules import SHORTEST_MELD
from manipulation.solver import best_play, plays
from manipulation.table import Play, Table, check_play

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from manipulation.cards import Card
    from manipulation.rules import MeldRules

Melds: TypeAlias = "tuple[Cards, ...]"
"""A whole table that is proposed, its melds in no order."""

LEGAL: Final = "legal"
"""The aim of a play that breaks no rule; all others are codes of `Violation`."""

WRONG: Final = tuple(
    violation.code for violation in Violation if violation.place <= Violation.TOO_MANY_JOKERS.place
)
"""The codes of the rules of melds and melding, for each of which a play can be made."""

_OF_MELDS: Final = frozenset(WRONG[WRONG.index(Violation.TOO_FEW_CARDS.code) :])
"""The codes of the rules of melds, which ask for nothing but the meld."""

_MOST: Final = 8
"""The most plays that are put forward for one aim; they are as varied as the first that come."""

_TRIED: Final = 400
"""The most plays that are tried for one aim, of which the hands of a long wait have many more."""

_SETS: Final = 6
"""How many of the sets of cards that the solver finds playable are laid out."""

_FEW: Final = 9
"""Of so many cards all threes are tried, though hardly any is a meld."""

_SEARCH: Final = 1_000
"""The states that a search may visit here; a position that needs more is left to simple plays."""

_KEPT: Final = 2_048
"""What was found for so many positions is kept: most come again as an example is made smaller."""

_AT_ONCE: Final = 16
"""What is proposed for so many positions is kept, while one aim after the other looks there."""

_CIRCLE: Final = (*Rank, Rank.ACE, Rank.TWO, Rank.THREE)
"""The ranks in a row, on past the ace as R17 forbids."""


@lru_cache(maxsize=_KEPT)
def plays_for(aim: str, table: Table, hand: Cards) -> tuple[Play, ...]:
    """List plays with this aim, those that break no other rule alone if there are any.

    None is there when none of the kinds of play that are tried has the aim.
    """
    found: dict[Play, int] = {}
    for melds in islice(_candidates(aim, table, hand), _TRIED):
        if not _may_have(aim, melds, table.rules):
            continue
        play = Play(melds)
        codes = {fault.violation.code for fault in check_play(table, play, hand)} or {LEGAL}
        if aim in codes:
            found.setdefault(play, len(codes))
        if sum(count == 1 for count in found.values()) >= _MOST:
            break
    fewest = min(found.values(), default=0)
    return tuple(play for play, count in found.items() if count == fewest)


def _may_have(aim: str, melds: Melds, rules: MeldRules) -> bool:
    """Ask the melds alone, which were mostly judged before; to judge a play costs more."""
    faults = (fault.violation.code for meld in melds for fault in judge(meld, rules=rules))
    if aim in _OF_MELDS:
        return aim in faults
    return aim != LEGAL or not any(faults)


def _candidates(aim: str, table: Table, hand: Cards) -> Iterator[Melds]:
    """Propose tables of the kinds among which the aim is met; most of them miss it."""
    lying = tuple(meld.cards for meld in table.melds)
    match aim:
        case "legal":
            yield from _solved(table, hand)
            yield from _extended(lying, hand)
            yield from _laid(lying, hand)
            yield from _redeclared(table, hand)
        case "NO_HAND_CARD":
            yield lying
            yield from _shifted(lying)
        case "TABLE_CARD_TAKEN":
            yield from _robbed(table, hand)
        case "CARD_NOT_HELD":
            yield from _borrowed(table, hand)
        case "JOKER_CHANGED":
            yield from _redeclared(table, hand)
        case "JOKER_UNDECLARED":
            yield from _undeclared(lying, hand)
        case _:
            yield from _no_melds(table, hand)


@lru_cache(maxsize=_AT_ONCE)
def _no_melds(table: Table, hand: Cards) -> tuple[Melds, ...]:
    """Propose tables with something that is no meld, or hardly ever; nine aims look among them."""
    lying = tuple(meld.cards for meld in table.melds)
    all_of_them = chain(_extended(lying, hand), _laid(lying, hand), _broken(table, hand))
    return tuple(islice(all_of_them, _TRIED))


@lru_cache(maxsize=_KEPT)
def play_of_most(table: Table, hand: Cards) -> Play | None:
    """Find a play that leaves the fewest points; None if there is none, or none is soon found."""
    try:
        best = best_play(table, hand, limit=_SEARCH)
    except SearchLimitError:
        return None
    return None if best is None else best.play


def _solved(table: Table, hand: Cards) -> Iterator[Melds]:
    """Lay out, as the solver does, the best sets of hand cards, and then single cards.

    The tables that come of it are rearranged as far as the cards ask for it.
    """
    sets = [hand, *(Cards((card,)) for card in islice(dict.fromkeys(hand), _SETS))]
    with suppress(SearchLimitError):
        sets[1:1] = islice(plays(table, hand, limit=_SEARCH), 1, _SETS)
    for cards in sets:
        play = play_of_most(table, cards)
        if play is not None:
            yield play.melds


def _naturals(hand: Cards) -> tuple[Natural, ...]:
    return tuple(card for card in hand if isinstance(card, Natural))


def _faces(hand: Cards) -> tuple[Card, ...]:
    """Give the cards as they can lie on a table: a joker as each of the 52."""
    jokers = map(DeclaredJoker, NATURALS) if hand.jokers else ()
    return (*dict.fromkeys(hand.naturals), *jokers)


def _extended(lying: Sequence[Cards], hand: Cards) -> Iterator[Melds]:
    """Add one card of the hand to one meld, of whose rank or suit it is."""
    for card in _faces(hand):
        face = _face(card)
        for at, meld in enumerate(lying):
            if face.rank in meld.by_rank() or face.suit in meld.by_suit():
                yield (meld + Cards((card,)), *lying[:at], *lying[at + 1 :])


def _laid(lying: Sequence[Cards], hand: Cards) -> Iterator[Melds]:
    """Lay down two to five cards of the hand that look like a meld."""
    for cards in _near_melds(hand):
        yield (cards, *lying)


def _near_melds(hand: Cards) -> Iterator[Cards]:
    """Take cards of one rank, cards in a row that may pass the ace, and cards of any kind."""
    naturals = _naturals(hand)
    for of_rank in hand.naturals.by_rank().values():
        for size in (3, 4, 5, 2):
            yield from map(Cards, combinations(of_rank, size))
    for _, of_suit in sorted(hand.naturals.by_suit().items()):
        for ranks in _windows(of_suit):
            yield Cards(natural for natural in ranks if natural in of_suit)
    yield from map(Cards, combinations(naturals[:_FEW], 3))
    if hand.jokers:
        for first, second in combinations(naturals, 2):
            yield from (Cards((first, second, joker)) for joker in _fitting(first, second))


def _windows(of_suit: Cards) -> Iterator[tuple[Natural, ...]]:
    """Give the cards of the hand that lie in three, four or five ranks in a row, or nearly."""
    (suit, *_) = of_suit.by_suit()
    for size in (3, 4, 5):
        for start in range(len(_CIRCLE) - size + 1):
            row = {Natural(rank, suit): None for rank in _CIRCLE[start : start + size]}
            held = tuple(natural for natural in row if natural in of_suit)
            if len(held) >= SHORTEST_MELD:  # with fewer it is another fault
                yield held
                yield (*held, held[0]) if of_suit.count(held[0]) > 1 else held


@cache
def _fitting(first: Natural, second: Natural) -> tuple[DeclaredJoker, ...]:
    """Declare a joker beside two cards that may be of one meld: of their rank, or of their row."""
    if first.rank is second.rank:
        return tuple(DeclaredJoker(Natural(first.rank, suit)) for suit in Suit)
    if first.suit is second.suit:
        return tuple(map(DeclaredJoker, dict.fromkeys((*_neighbours(first), *_neighbours(second)))))
    return ()


def _face(card: Card) -> Natural:
    """Give the card as it counts in a meld (D10)."""
    if isinstance(card, DeclaredJoker):
        return card.stands_for
    return card if isinstance(card, Natural) else NATURALS[0]


def _redeclared(table: Table, hand: Cards) -> Iterator[Melds]:
    """Let one joker of a legal table stand for another card, where the meld stays one."""
    for melds in _some_legal(table, hand):
        for at, meld in enumerate(melds):
            rest = (*melds[:at], *melds[at + 1 :])
            for joker in dict.fromkeys(meld.declared):
                for other in _others(meld, joker, table.rules):
                    yield (other, *rest)


def _others(meld: Cards, joker: Card, rules: MeldRules) -> Iterator[Cards]:
    others = meld - Cards((joker,))
    for face in NATURALS:
        changed = others + Cards((DeclaredJoker(face),))
        if changed != meld and not judge(changed, rules=rules):
            yield changed


def _some_legal(table: Table, hand: Cards) -> Iterator[Melds]:
    """Give a few legal plays, the best first."""
    proposals = (*_solved(table, hand), *_extended([meld.cards for meld in table.melds], hand))
    legal = (melds for melds in proposals if _may_have(LEGAL, melds, table.rules))
    return islice((melds for melds in legal if not check_play(table, Play(melds), hand)), _SETS)


def _robbed(table: Table, hand: Cards) -> Iterator[Melds]:
    """Take a whole meld away, or a card that a meld can do without, beside a legal play."""
    for melds in _some_legal(table, hand):
        for at, meld in enumerate(melds):
            rest = (*melds[:at], *melds[at + 1 :])
            yield rest
            for card in dict.fromkeys(meld):
                yield (meld - Cards((card,)), *rest)


def _borrowed(table: Table, hand: Cards) -> Iterator[Melds]:
    """Play a card that the seat does not hold: to a meld, or beside two that it holds."""
    lying = tuple(meld.cards for meld in table.melds)
    everything: tuple[Card, ...] = (*NATURALS, Joker())
    foreign = Cards(card for card in everything if card not in hand)
    yield from _extended(lying, foreign)
    for first, second in combinations(_naturals(hand), 2):
        near = (*(Natural(first.rank, suit) for suit in Suit), *_neighbours(first))
        for face in near:
            for card in (face, DeclaredJoker(face)):
                yield (Cards((first, second, card)), *lying)


def _neighbours(natural: Natural) -> tuple[Natural, ...]:
    """Give the card itself and those up to two ranks away, on past the ace."""
    ranks, at = tuple(Rank), natural.rank.value - 1
    return tuple(Natural(ranks[(at + step) % len(ranks)], natural.suit) for step in range(-2, 3))


def _undeclared(lying: Sequence[Cards], hand: Cards) -> Iterator[Melds]:
    """Play a joker without saying what it stands for (R26)."""
    joker = Cards((Joker(),))
    for at, meld in enumerate(lying):
        yield (meld + joker, *lying[:at], *lying[at + 1 :])
    for two in combinations(_naturals(hand), 2):
        yield (Cards(two) + joker, *lying)


def _broken(table: Table, hand: Cards) -> Iterator[Melds]:
    """Break up what a legal play leaves: a card moves from one meld to another, or away."""
    for melds in _some_legal(table, hand):
        yield from _shifted(melds)


def _shifted(melds: Sequence[Cards]) -> Iterator[tuple[Cards, ...]]:
    """Move a card to another meld, or split a meld in two; every card stays on the table."""
    for at, meld in enumerate(melds):
        rest = (*melds[:at], *melds[at + 1 :])
        in_order = tuple(meld)
        for cut in range(1, len(in_order)):
            yield (Cards(in_order[:cut]), Cards(in_order[cut:]), *rest)
        for card in dict.fromkeys(meld):
            alone = Cards((card,))
            for to, other in enumerate(rest):
                moved = (other + alone, *rest[:to], *rest[to + 1 :])
                yield (meld - alone, *moved) if len(meld) > 1 else moved
