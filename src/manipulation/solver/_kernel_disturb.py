"""Which melds must be disturbed: the fewest, so that the other cards can be laid beside the rest.

A meld is left alone, or its cards are loose as those from the hand are. The sets of melds to loosen
are gone through by their number. Of most it is seen in a few operations on sets of faces that some
loose card has nothing to go with; what passes is tried by a sweep over the ranks. Where that fails,
one of the melds must be loosened too that have a card near those that could not be laid.
"""

from __future__ import annotations

from struct import Struct
from typing import TYPE_CHECKING, Final

from manipulation.solver._kernel_best import Cover, Way
from manipulation.solver._kernel_blocks import FACES, LOW_ACE, RANKS, OldMeld
from manipulation.solver._kernel_faces import (
    ACES,
    NEAR,
    ONE_RANK,
    REACH,
    apart,
    beside,
    coverable,
    faces_in,
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
_NOBODY: Final[list[int]] = []
_LEVELS: Final = Struct("<16I")
_NEXT: Final = 2


def levels_of(counts: int) -> list[int]:
    """Take the packed counts of the levels apart, three of them empty behind."""
    return list(_LEVELS.unpack(counts.to_bytes(_LEVELS.size, "little")))


class Disturb:
    """The search for the fewest melds to loosen, for one choice of what is played.

    `jokers` free ones are to be laid beside the loose cards, all of them.
    """

    def __init__(
        self, old: list[OldMeld], counts: bytes, jokers: int, ace: str, limit: int
    ) -> None:
        """Take the melds, the counts of the 52 cards that lie after the play, and the jokers."""
        self.old = old
        self.jokers = jokers
        self.ace = ace
        self.limit = limit
        self.visited = 0
        self.low = 0 if ace == "high" else ACES
        self.high = 0 if ace == "low" else ACES
        self.before, self.behind, self.beside, self.sequences = 0, 0, 0, 0
        self.cards = int.from_bytes(counts if ace == "low" else counts[4:] + counts[:4], "little")
        self.starts, self.ends, self.lacks = 0, 0, 0
        self.twins: list[int] = []
        last: dict[OldMeld, int] = {}
        for place, meld in enumerate(old):
            self.before |= meld.before
            self.behind |= meld.behind
            self.beside |= meld.beside
            self.cards -= meld.loose
            self.starts += meld.starts
            self.ends += meld.ends
            self.lacks += meld.lacks
            if not meld.is_group:
                self.sequences += 1
            self.twins.append(last.get(meld, place))
            last[meld] = place
        hand = list(levels_of(self.cards)[:RANKS])
        self.hand = faces_in(hand if ace == "low" else hand[-1:] + hand[:-1])
        self.ones = 0
        self.unsure = False
        self.path: list[Way] = []
        self.loosened: tuple[int, ...] = ()
        self.melds: list[Laid] = []
        self.loosen()

    def level_of(self, face: int) -> int:
        """Give the level of a face; an ace is high where it may be."""
        return face >> 2 if self.ace == "low" else ((face >> 2) + RANKS - 1) % RANKS

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
        helped = self.helped(faces, lonely, jokers) if lonely else _NOBODY
        if helped is None:
            return self.near_lonely(lonely, jokers, left) if left else []
        self.loosened = loosened
        self.loosen()
        if (left or not jokers) and self.lay_all(helped, jokers - len(helped)):
            return []
        if jokers:
            self.lay_with_jokers(lonely, jokers)
        return self.near_parts(faces, jokers, left) if left and not self.path else []

    def lay_all(self, helped: list[int], spare: int) -> bool:
        """Lay the loose cards, jokers as some faces; tell whether that and the others have room."""
        cards = self.loose.cards
        for face in helped:
            cards[self.level_of(face)] += 1 << 8 * (face & 3)
        if self.lay(cards):
            self.path = self.loose.path(self.ones)
            if not spare or self.replay(spare):
                return True
            self.path = []
            cards[RANKS - 1] += self.ones
        for face in helped:
            cards[self.level_of(face)] -= 1 << 8 * (face & 3)
        return False

    def helped(self, faces: int, lonely: int, jokers: int) -> list[int] | None:
        """Choose faces for jokers that give every lonely face something to go with, if any do."""
        if not jokers or len(apart(lonely)) > jokers:
            return None
        if jokers > _FEW_JOKERS:
            return _NOBODY
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
            if not still:
                return [face]
            if jokers > 1:
                others = self.helped(more, still, jokers - 1)
                if others is not None:
                    return [face, *others]
        return None

    def touching(self, faces: int) -> list[int]:
        """List the melds that have any of the faces, or a free joker."""
        return [place for place, meld in enumerate(self.old) if meld.faces & faces or meld.held]

    def near_lonely(self, lonely: int, jokers: int, left: int) -> list[int]:
        """List melds of which one must be loosened for the sake of lonely faces."""
        watched = apart(lonely) if jokers else faces_of(lonely)
        if len(watched) <= jokers:
            watched, jokers = faces_of(lonely), FACES
        return self.of_lists([self.touching(NEAR[face]) for face in watched], jokers, left)

    def near_parts(self, faces: int, jokers: int, left: int) -> list[int]:
        """List melds of which one must be loosened for cards that cannot be laid as it is.

        Cards that no meld joins, with jokers between them, cannot help each other. If there are
        none that need a joker, the jokers have no room.
        """
        lists, cards = [], self.loose.cards
        rest: i64 = faces
        while rest:
            part: i64 = part_of(faces, rest & -rest, jokers + 1, self.low, self.high)
            rest &= ~part
            if not self.lay(self.only(cards, part)):
                near = beside(part, jokers + 1, self.low, self.high)
                lists.append(self.touching(near))
        return self.of_lists(lists, jokers, left) if lists else list(range(len(self.old)))

    def of_lists(self, lists: list[list[int]], excused: int, left: int) -> list[int]:
        """List melds of which one must be loosened, if one of each list must be but for a few.

        None must be if more of them have nothing in common than can be loosened or excused.
        """
        lists.sort(key=len)
        if len(lists) <= excused:
            return sorted({place for listed in lists for place in listed})
        if left == 1:
            times = [0] * len(self.old)
            for listed in lists:
                for place in listed:
                    times[place] += 1
            return [place for place, time in enumerate(times) if time + excused >= len(lists)]
        known: set[int] = set()
        count = 0
        for listed in lists:
            if known.isdisjoint(listed):
                known.update(listed)
                count += 1
        if count > left + excused:
            return []
        return sorted({place for listed in lists[: excused + 1] for place in listed})

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
        cards, starts, ends, lacks = self.cards, self.starts, self.ends, self.lacks
        for place in self.loosened:
            meld = self.old[place]
            cards += meld.loose
            starts -= meld.starts
            ends -= meld.ends
            lacks -= meld.lacks
        self.loose = Loose(levels_of(cards), levels_of(starts), levels_of(ends), levels_of(lacks))

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
                    # Laid in another way loose cards might leave the jokers room.
                    self.path, self.unsure = [], self.unsure or any(loose.cards)
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
        listed = sorted(faces_of(lonely), key=self.level_of)
        for face in reversed(listed):
            if not known >> face & 1:
                known |= REACH[face]
                far += 1
            need[max(0, self.level_of(face) - _NEXT)] = far
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
