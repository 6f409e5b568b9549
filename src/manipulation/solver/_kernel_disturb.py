"""Which melds must be disturbed: the fewest, so that the other cards can be laid beside the rest.

A meld is left alone, or its cards are loose as those from the hand are. The sets of melds to loosen
are gone through by their number, the smallest first. Of most it is seen in a few operations on sets
of faces that some loose card has nothing to go with; what passes is tried by a sweep over the
ranks. Where a set fails, some lists of melds are known of which one must be loosened too, all but a
few of the lists: those that have a card near one that could not be laid. Each meld of the shortest
list is tried in turn, and then barred: a set with it is one of those that have been gone through.

Of lonely cards that are so far apart that no joker helps two, each needs a joker of its own. If
there are as many as jokers, every joker lies where it helps one of them. These places are few, and
a sweep without jokers tells of each choice whether it will do.

A sweep that fails knows between which levels: see `Loose`. Whatever other set leaves the same on
these levels fails as well. Aces that may be high or low join the first levels to the last, and then
only what is known of levels between is kept.
"""

from __future__ import annotations

from struct import Struct
from typing import TYPE_CHECKING, Final

from manipulation.solver._kernel_best import Cover, Way
from manipulation.solver._kernel_blocks import FACES, LOW_ACE, RANKS, OldMeld, levels_between
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
    helpers,
    part_of,
)
from manipulation.solver._kernel_lay import Spare
from manipulation.solver._kernel_lists import one_of
from manipulation.solver._kernel_loose import Loose, way_out
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
_LEVELS: Final = Struct("<64I")
_NEXT: Final = 2


class Disturb:
    """The search for the fewest melds to loosen, for one choice of what is played.

    `jokers` free ones are to be laid beside the loose cards, all of them. A set of melds is an int,
    a bit for the place of each.
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
        self.counts = int.from_bytes(counts if ace == "low" else counts[4:] + counts[:4], "little")
        self.holders = 0
        self.twins: list[int] = []
        last: dict[OldMeld, int] = {}
        for place, meld in enumerate(old):
            self.counts -= meld.change
            self.twins.append(last.get(meld, 0))
            last[meld] = 1 << place
            if meld.is_group:
                self.beside |= meld.beside
            else:
                self.before |= meld.before
                self.behind |= meld.behind
                self.sequences += 1
            if meld.held:
                self.holders |= 1 << place
        self.ones = 0
        self.most = 0
        self.unsure = False
        self.path: list[Way] = []
        self.loosened = 0
        self.melds: list[Laid] = []
        self.near: dict[int, int] = {}
        self.failing: dict[int, list[int]] = {}
        self.failed: dict[int, set[int]] = {}
        self.loosen(0)
        hand = self.loose.cards[:RANKS]
        self.hand = faces_in(hand if ace == "low" else hand[-1:] + hand[:-1])

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
        self.most = most
        if self.attempt(0, self.hand, self.jokers):
            return 0
        for size in range(1, most + 1):
            if self.unsure or self.visited > self.limit:
                return -1
            if self.loosen_more(0, 0, self.hand, self.jokers, size):
                return size
        return -1 if self.unsure or self.visited > self.limit else most + 1

    def loosen_more(self, loosened: int, barred: int, faces: int, jokers: int, left: int) -> bool:
        """Loosen so many melds more, none of them barred; tell whether all loose cards are laid.

        `faces` are those of the cards that are loose already.
        """
        self.visited += 1
        if self.visited > self.limit:
            return False
        lonely = self.lonely(faces, faces)
        helping = self.helping(loosened, faces, lonely, jokers, left, ~(loosened | barred))
        while helping:
            last = helping & -helping
            helping ^= last
            place = last.bit_length() - 1
            # Of melds that are alike the first ones are loosened first.
            if not self.twins[place] & ~loosened:
                meld = self.old[place]
                more, held = faces | meld.faces, jokers + meld.held
                if left == 1:
                    if self.attempt(loosened | last, more, held):
                        return True
                elif self.loosen_more(loosened | last, barred, more, held, left - 1):
                    return True
                barred |= last
        return False

    def attempt(self, loosened: int, faces: int, jokers: int) -> bool:
        """Tell whether all loose cards are laid with these melds loosened: then there is a path."""
        self.visited += 1
        lonely = self.lonely(faces, faces)
        if lonely and not jokers:
            return False
        far = apart(lonely)
        if len(far) > jokers:
            return False
        if len(far) == jokers <= _FEW_JOKERS:
            self.loosened = loosened
            return self.lay_near(faces, lonely, far, 0, self.counted(loosened))
        helped = self.helped(faces, lonely, jokers)
        if helped is None:
            return False
        self.loosen(loosened)
        if loosened.bit_count() < self.most and self.lay_all(helped, jokers - len(helped)):
            return True
        self.lay_with_jokers(lonely, jokers)
        return bool(self.path)

    def lay_near(self, faces: int, lonely: int, far: list[int], jokers: int, counts: int) -> bool:
        """Lay the loose cards and a joker for each of some lonely faces, in every way that helps.

        No joker helps two of these, so that each has one in its meld. `jokers` are the faces as
        which those lie that are laid already, and are among the counts.
        """
        if not far:
            return not self.lonely(faces | jokers, lonely) and self.lay_counted(counts)
        near = helpers(far[-1], faces, self.before, self.behind, self.low, self.high)
        for face in reversed(faces_of(near)):
            more = counts + (1 << 32 * self.level_of(face) + 8 * (face & 3))
            if self.lay_near(faces, lonely, far[:-1], jokers | 1 << face, more):
                return True
        return False

    def lay_counted(self, counts: int) -> bool:
        """Lay loose cards where there is no joker, unless some levels have failed before."""
        for levels, failed in self.failed.items():
            if counts & levels in failed:
                return False
        self.set_up(counts)
        if self.lay(self.loose.cards):
            self.path = self.loose.path(self.ones)
            return True
        loose = self.loose
        last = loose.top + _NEXT
        if self.ace != "high_or_low" or (
            loose.bottom >= 0 and (not loose.cards[RANKS - 1] or last < RANKS - 1)
        ):
            levels = levels_between(loose.bottom, last)
            self.failed.setdefault(levels, set()).add(counts & levels)
        return False

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

    def lonely(self, faces: int, some: int) -> int:
        """Find those of some loose faces that have nothing to go with."""
        return some & ~coverable(faces, self.before, self.behind, self.beside, self.low, self.high)

    def helped(self, faces: int, lonely: int, jokers: int) -> list[int] | None:
        """Choose faces for jokers that give every lonely face something to go with, if any do."""
        if not lonely or jokers > _FEW_JOKERS:
            return _NOBODY
        if jokers == 1:
            near = -1
            for face in faces_of(lonely):
                near &= helpers(face, faces, self.before, self.behind, self.low, self.high)
            return faces_of(near & -near) if near else None
        for face in faces_of(NEAR[(lonely & -lonely).bit_length() - 1]):
            more = faces | 1 << face
            still = self.lonely(more, lonely)
            if not still:
                return [face]
            others = self.helped(more, still, 1)
            if others is not None:
                return [face, *others]
        return None

    def helping(  # noqa: PLR0913, PLR0917 - sets of melds and of faces, each an int of its own
        self, loosened: int, faces: int, lonely: int, jokers: int, left: int, able: int
    ) -> int:
        """Find melds of which one must be loosened too; none if none are able to help."""
        if lonely:
            if not jokers and left == 1:
                for face in faces_of(lonely):
                    able &= self.touching(face)
                return able
            if not jokers:
                return one_of([self.touching(face) for face in faces_of(lonely)], able, 0, left)
            far = apart(lonely)
            if len(far) > jokers:
                return one_of([self.touching(face) for face in far], able, jokers, left)
            if self.helped(faces, lonely, jokers) is None:
                return one_of([self.touching(face) for face in faces_of(lonely)], able, FACES, left)
        lists = self.failing.get(loosened)
        if lists is None:
            lists = self.failing[loosened] = self.near_parts(loosened, faces, jokers)
        if not lists or _FEW_JOKERS < jokers >= len(lists):
            # Jokers beyond those that the parts need may have no room: then any meld can help.
            return able & (1 << len(self.old)) - 1
        return one_of(lists, able, jokers, left)

    def touching(self, face: int) -> int:
        """Find the melds that have a face near this one, or a free joker."""
        if face not in self.near:
            self.near[face] = self.having(NEAR[face])
        return self.near[face]

    def having(self, faces: int) -> int:
        """Find the melds that have any of the faces, or a free joker."""
        found = self.holders
        for place, meld in enumerate(self.old):
            if meld.faces & faces:
                found |= 1 << place
        return found

    def near_parts(self, loosened: int, faces: int, jokers: int) -> list[int]:
        """List melds of which one must be loosened for cards that cannot be laid as it is.

        Cards that no meld joins, with jokers between them, cannot help each other.
        """
        self.loosen(loosened)
        lists, cards = [], self.loose.cards
        rest: i64 = faces
        while rest:
            part: i64 = part_of(faces, rest & -rest, jokers + 1, self.low, self.high)
            rest &= ~part
            if not self.lay(self.only(cards, part)):
                lists.append(self.having(beside(part, jokers + 1, self.low, self.high)))
        return lists

    def only(self, cards: list[int], faces: int) -> list[int]:
        """Keep those of the loose cards that have such faces."""
        kept = [0] * len(cards)
        for level in range(RANKS):
            if cards[level]:
                suits = faces >> 4 * self.rank_of(level) & ONE_RANK
                if suits:
                    kept[level] = cards[level] & _SUITS[suits]
        return kept

    def counted(self, loosened: int) -> int:
        """Count what lies on the levels with the melds loosened, as `OldMeld.change` does."""
        counts = self.counts
        for place in faces_of(loosened) if loosened else _NOBODY:
            counts += self.old[place].change
        return counts

    def loosen(self, loosened: int) -> None:
        """Set up the levels with the melds loosened."""
        self.loosened = loosened
        self.set_up(self.counted(loosened))

    def set_up(self, counts: int) -> None:
        """Set up the levels."""
        levels = list(_LEVELS.unpack(counts.to_bytes(_LEVELS.size, "little")))
        self.loose = Loose(levels[:16], levels[16:32], levels[32:48], levels[48:])

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
        cover.alone = False
        need = self.needed(lonely) if lonely else _NO_NEED
        alone = self.sequences
        for place in faces_of(self.loosened):
            if not self.old[place].is_group:
                alone -= 1
        for low in self.low_aces(loose.cards[RANKS - 1]):
            room = ROOM if low or alone else NO_MELD
            goal = way_out(cover, (0, low, 0, 0, jokers, room, low, 0), need)
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
        places = [place for place in range(len(self.old)) if not self.loosened >> place & 1]
        melds = Replay(self.loose.cards, self.loose.starts, self.old, places).run(self.path)
        first = LOW_ACE if self.ace == "high_or_low" else 0
        laid = Spare(melds, self.old, jokers, first, RANKS - 1).lay()
        laid = laid and sum([len(meld.blocks) for meld in melds]) == len(places)
        self.melds = melds if laid else []
        return laid
