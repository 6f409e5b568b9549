"""Which melds must be disturbed: the fewest, so that the other cards can be laid beside the rest.

A meld is left alone, or its cards are loose as those from the hand are. The sets of melds to loosen
are gone through by their number. Of most it is seen in a few operations on sets of faces that some
loose card has nothing to go with; what passes is tried by a sweep over the ranks. Where that fails,
one of the melds must be loosened too that have a card near those that could not be laid.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from manipulation.solver._kernel_best import Cover, Way
from manipulation.solver._kernel_blocks import LOW_ACE, RANKS, OldMeld
from manipulation.solver._kernel_faces import (
    ACES,
    NEAR,
    ONE_RANK,
    REACH,
    apart,
    beside,
    coverable,
    faces_of,
    part_of,
)
from manipulation.solver._kernel_lay import Spare
from manipulation.solver._kernel_loose import Loose, first_way
from manipulation.solver._kernel_packed import NO_MELD, ROOM, up_to
from manipulation.solver._kernel_replay import Laid, Replay

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mypy_extensions import i64

_NO_NEED: Final = [0] * (RANKS + 1)
_ZERO: Final[tuple[int, ...]] = (0,)
_SUITS: Final = [
    sum([0x1F << 8 * suit for suit in range(4) if suits >> suit & 1]) for suits in range(16)
]
_FEW_JOKERS: Final = 2
_NEXT: Final = 2
_FURTHEST: Final = 4


class Disturb:
    """The search for the fewest melds to loosen, for one choice of what is played.

    `jokers` free ones are to be laid beside the loose cards, all of them.
    """

    def __init__(
        self, old: list[OldMeld], counts: list[int], jokers: int, ace: str, limit: int
    ) -> None:
        """Take the melds, the packed counts of all that lies after the play, and the jokers."""
        self.old = old
        self.jokers = jokers
        self.ace = ace
        self.limit = limit
        self.visited = 0
        self.low = 0 if ace == "high" else ACES
        self.high = 0 if ace == "low" else ACES
        self.before, self.behind, self.beside, self.sequences = 0, 0, 0, 0
        self.twins: list[int] = []
        last: dict[OldMeld, int] = {}
        cards = [*(counts if ace == "low" else counts[1:] + counts[:1]), 0, 0, 0]
        nothing = [0] * len(cards)
        self.base = Loose(cards, nothing, nothing.copy(), nothing.copy())
        self.loose = self.base
        for place, meld in enumerate(old):
            self.before |= meld.before
            self.behind |= meld.behind
            self.beside |= meld.beside
            self.sequences += self.leave(self.base, meld, 1)
            self.twins.append(last.get(meld, place))
            last[meld] = place
        self.hand = self.faces_on(self.base.cards)
        self.loosened: tuple[int, ...] = ()
        self.ones = 0
        self.unsure = False
        self.path: list[Way] = []
        self.melds: list[Laid] = []

    def leave(self, loose: Loose, meld: OldMeld, sign: int) -> int:
        """Leave a meld alone, or the sign turned loosen it; tell if it is a sequence."""
        for level, one in meld.loose:
            loose.cards[level] -= sign * one
        if meld.is_group:
            loose.lacking[meld.start] += sign * meld.lacking
            return 0
        if meld.start >= 0:
            loose.starts[meld.start] += sign * meld.suit
        loose.ends[meld.end] += sign * meld.suit
        return 1

    def faces_on(self, cards: list[int]) -> int:
        """Give the faces of loose cards."""
        faces = 0
        for level in range(RANKS):
            if cards[level]:
                for suit in range(4):
                    if cards[level] >> 8 * suit & 31:
                        faces |= 1 << 4 * self.rank_of(level) + suit
        return faces

    def rank_of(self, level: int) -> int:
        """Give the rank of the cards of a level."""
        return level if self.ace == "low" else (level + 1) % RANKS

    def run(self, most: int) -> int:
        """Find the fewest melds to loosen, up to `most`; one more if these are not enough.

        At the limit of states there is no answer, and it is -1.
        """
        sets: Iterable[tuple[int, ...]] = [()]
        for size in range(most + 1):
            larger: dict[tuple[int, ...], int] = {}
            for loosened in sets:
                self.visited += 1
                if self.visited > self.limit:
                    return -1
                helping = self.attempt(loosened, most - size)
                if self.path:
                    return size
                for place in helping:
                    twin = self.twins[place]
                    if place not in loosened and (twin == place or twin in loosened):
                        larger[tuple(sorted((*loosened, place)))] = 0
            if self.unsure:
                return -1
            sets = larger
        return most + 1

    def attempt(self, loosened: tuple[int, ...], left: int) -> list[int]:
        """Loosen some melds, and try to lay all loose cards: then there is a path.

        If not, list melds of which one must be loosened too; none if none are left to be.
        """
        faces, jokers = self.hand, self.jokers
        for place in loosened:
            faces |= self.old[place].faces
            jokers += self.old[place].held
        lonely = faces & ~coverable(
            faces, self.before, self.behind, self.beside, self.low, self.high
        )
        if lonely and not self.excused(faces, lonely, jokers):
            return self.near_lonely(lonely, jokers, left) if left else []
        self.loosened = loosened
        self.loosen()
        if jokers:
            self.lay_with_jokers(lonely, jokers)
            return self.near_any(faces, jokers) if left and not self.path else []
        if self.lay(self.loose.cards):
            self.path = self.loose.path(self.ones)
            return []
        return self.near_parts(faces, left) if left else []

    def excused(self, faces: int, lonely: int, jokers: int) -> bool:
        """Tell whether the jokers may give every lonely face something to go with."""
        if not jokers or len(apart(lonely)) > jokers:
            return False
        if jokers > _FEW_JOKERS:
            return True
        listed = faces_of(lonely)
        near = NEAR[listed[0]]
        if jokers == 1:
            for face in listed:
                near &= NEAR[face]
        for face in faces_of(near):
            more = faces | 1 << face
            still = lonely & ~coverable(
                more, self.before, self.behind, self.beside, self.low, self.high
            )
            if not still or self.excused(more, still, jokers - 1):
                return True
        return False

    def touching(self, faces: int) -> list[int]:
        """List the melds that have any of the faces, or a free joker."""
        return [place for place, meld in enumerate(self.old) if meld.faces & faces or meld.held]

    def near_lonely(self, lonely: int, jokers: int, left: int) -> list[int]:
        """List melds of which one must be loosened for the sake of lonely faces."""
        watched = apart(lonely) if jokers else faces_of(lonely)
        if len(watched) <= jokers:
            near = 0
            for face in faces_of(lonely):
                near |= NEAR[face]
            return self.touching(near)
        if left == 1:
            return [
                place
                for place, meld in enumerate(self.old)
                if meld.held or sum([not NEAR[face] & meld.faces for face in watched]) <= jokers
            ]
        return self.fewest([self.touching(NEAR[face]) for face in watched], jokers, left)

    def fewest(self, lists: list[list[int]], excused: int, left: int) -> list[int]:
        """Of lists from each of which a meld must be loosened, but for a few, give the shortest.

        None must be if more of them have nothing in common than can be loosened or excused.
        """
        lists.sort(key=len)
        known: set[int] = set()
        count = 0
        for listed in lists:
            if known.isdisjoint(listed):
                known.update(listed)
                count += 1
        if count > left + excused:
            return []
        if not excused:
            return lists[0]
        return sorted({place for listed in lists[: excused + 1] for place in listed})

    def near_any(self, faces: int, jokers: int) -> list[int]:
        """List the melds with which any loose card could go, jokers between them; or all.

        Where no sequence is left alone it may be the jokers that have no place.
        """
        near = 0
        if jokers < _FURTHEST and self.sequences > len(self.loosened):
            for face in faces_of(faces):
                near |= NEAR[face] if jokers == 1 else REACH[face]
            return self.touching(near)
        return list(range(len(self.old)))

    def near_parts(self, faces: int, left: int) -> list[int]:
        """List melds of which one must be loosened for cards that cannot be laid by themselves."""
        lists = []
        cards = self.loose.cards
        rest: i64 = faces
        while rest:
            part: i64 = part_of(faces, rest & -rest, self.low, self.high)
            rest &= ~part
            if not self.lay(self.only(cards, part)):
                lists.append(self.touching(beside(part, self.low, self.high)))
        if left > 1 or len(lists) == 1:
            return self.fewest(lists, 0, left)
        return sorted(set(lists[0]).intersection(*lists[1:]))

    def only(self, cards: list[int], faces: int) -> list[int]:
        """Keep those of the loose cards that have such faces."""
        kept = [0] * len(cards)
        for level in range(RANKS):
            suits = faces >> 4 * self.rank_of(level) & ONE_RANK
            if suits and cards[level]:
                kept[level] = cards[level] & _SUITS[suits]
        return kept

    def loosen(self) -> None:
        """Set up the levels with the melds loosened."""
        base = self.base
        loose = Loose(base.cards.copy(), base.starts.copy(), base.ends.copy(), base.lacking.copy())
        for place in self.loosened:
            self.leave(loose, self.old[place], -1)
        self.loose = loose

    def low_aces(self, aces: int) -> Iterable[int]:
        """Give each choice of aces that start a sequence before the first level."""
        return up_to(aces) if aces and self.ace == "high_or_low" else _ZERO

    def lay(self, cards: list[int]) -> bool:
        """Lay loose cards where there is no joker."""
        loose = self.loose
        aces = cards[RANKS - 1]
        before, found = loose.visited, False
        for low in self.low_aces(aces):
            loose.cards = cards
            cards[RANKS - 1] = aces - low
            found = loose.sweep(low)
            cards[RANKS - 1] = aces
            if found:
                self.ones = low
                break
        self.visited += loose.visited - before
        return found

    def lay_with_jokers(self, lonely: int, jokers: int) -> None:
        """Lay loose cards and jokers."""
        loose = self.loose
        cover = Cover(loose.cards, [0] * RANKS, [], 0)
        cover.starts, cover.ends, cover.lacking = loose.starts, loose.ends, loose.lacking
        need = self.needed(lonely) if lonely else _NO_NEED
        alone = self.sequences
        for place in self.loosened:
            if not self.old[place].is_group:
                alone -= 1
        for low in self.low_aces(loose.cards[RANKS - 1]):
            room = ROOM if low or alone else NO_MELD
            goal = first_way(cover, (0, low, 0, 0, jokers, room, low, 0), need)
            if goal is not None:
                self.path = cover.path(goal)
                loose.cards = cover.levels(low)
                if not self.replay(goal[4]):
                    self.path, self.unsure = [], True
                break
        self.visited += cover.visited

    def needed(self, lonely: int) -> list[int]:
        """Bound for each level how many jokers the lonely faces from there on will take.

        The joker that helps one lies at most two levels below it.
        """
        need = [0] * (RANKS + 1)
        if self.ace == "high_or_low":
            lonely &= ~ACES
        far, known = 0, 0
        listed = faces_of(lonely)
        if self.ace == "high" and lonely & ACES:
            listed = faces_of(lonely & ~ACES) + faces_of(lonely & ACES)
        for face in reversed(listed):
            if not known >> face & 1:
                known |= REACH[face]
                far += 1
            level = (face >> 2) - (0 if self.ace == "low" else 1)
            need[max(0, level % RANKS - _NEXT)] = far
        for level in range(RANKS - 1, -1, -1):
            need[level] = max(need[level], need[level + 1])
        return need

    def replay(self, jokers: int) -> bool:
        """Lay the melds; tell whether they take up all jokers, the old ones left together."""
        loose = self.loose
        places = [place for place in range(len(self.old)) if place not in self.loosened]
        again = Replay(loose.cards, loose.starts, self.old, places)
        self.melds = again.run(self.path)
        first = LOW_ACE if self.ace == "high_or_low" else 0
        laid = Spare(self.melds, jokers, first, RANKS - 1).lay()
        return laid and sum([len(meld.blocks) for meld in self.melds]) == len(places)
