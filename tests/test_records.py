"""Games on record: replay, versions, and what is refused."""

import json
from random import Random

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from manipulation import (
    Deal,
    Draw,
    Ending,
    EndTurn,
    IllegalMoveError,
    Knock,
    PositionError,
    Record,
    RecordError,
    RoundView,
    Shoe,
    from_json,
    replay,
    to_json,
)
from manipulation.records.record import digest
from tests.games import QUICK
from tests.records import FIRST, after_something, records
from tests.values import check_value


class TestRecord:
    """A record is a game's past, and leads to the game."""

    @given(st.integers(0, 2**32), st.integers(2, 5))
    def test_replay_gives_the_same_states(self, seed: int, players: int) -> None:
        """Before the first deal, and after every deal and move."""
        rng = Random(seed)
        record = Record.new(("x",) * players, dealer=0, rules=QUICK)
        games = [record.game]
        for _ in range(60):
            record = after_something(record, rng)
            if record.game != games[-1]:
                games.append(record.game)
        assert list(replay(record)) == games
        again = Record(record.seats, record.dealer, record.deals, record.rules)
        assert again == record
        assert again.game == record.game

    @given(records())
    def test_records_are_values(self, record: Record) -> None:
        """They evaluate back, pickle and hash."""
        check_value(record)

    @given(records())
    def test_a_round_that_is_over_has_a_digest(self, record: Record) -> None:
        """Of the game as it stood then; one in play has none."""
        assert all(deal.digest for deal in record.deals[:-1])
        for last in record.deals[-1:]:
            assert (last.digest is None) == bool(record.game.legal_moves())
            assert last.digest in (None, digest(record.game))

    @given(records())
    def test_a_view_keeps_up_with_the_game(self, record: Record) -> None:
        """`Record.view`: a view for each deal, then an event for each move."""
        start = Record.new(record.seats, dealer=record.dealer, rules=record.rules).game
        for seat in (*range(len(record.seats)), None):
            seen = start.view(seat)
            for one in record.view(seat):
                seen = seen.dealt(one) if isinstance(one, RoundView) else seen.after(one)
            assert seen == record.game.view(seat)

    @given(records())
    def test_a_views_past_tells_no_hidden_card(self, record: Record) -> None:
        """Only the seat itself is told what it drew, and hands are shown at the end alone."""
        for seat in (*range(len(record.seats)), None):
            for one in record.view(seat):
                if isinstance(one, RoundView):
                    assert one.hands == ()
                    assert one.seat == seat
                else:
                    own = isinstance(one.move, Draw) and one.seat == seat
                    assert (one.card is not None) == own

    @pytest.mark.parametrize("seat", ["1", 1.0, True, -1, 2, 9, [1]])
    def test_no_seat_to_see_a_record(self, seat: object) -> None:
        """It is refused when it is asked for, even before the first deal."""
        record = Record.new(("Ann", "Bob"), dealer=0)
        for past in (record, record.deal(Shoe.new(2))):
            with pytest.raises(PositionError, match="seat is a seat from 0 to 1, not "):
                past.view(seat)  # type: ignore[arg-type]

    @given(records())
    def test_a_move_is_taken_back(self, record: Record) -> None:
        """As the page on saving says; made again, it gives the same record."""
        for last in (deal for deal in record.deals[-1:] if deal.moves):
            shorter = evolve(last, moves=last.moves[:-1], digest=None)
            back = evolve(record, deals=(*record.deals[:-1], shorter))
            assert back.game == [*replay(record)][-2]
            assert back.after(last.moves[-1]) == record
            assert back.after(last.moves[-1]).game == record.game

    def test_refused_moves_change_nothing(self) -> None:
        """The errors are those of the game."""
        record = Record.new(("Ann", "Bob"), dealer=0)
        with pytest.raises(IllegalMoveError, match="DEAL_FIRST"):
            record.after(Draw())
        dealt = record.deal(Shoe.new(2))
        with pytest.raises(IllegalMoveError, match="ROUND_IS_NOT_OVER"):
            dealt.deal(Shoe.new(2))
        with pytest.raises(IllegalMoveError, match="NOT_YOUR_TURN"):
            dealt.after(Draw(), 0)
        assert dealt.after(Draw(), 1).deals == (Deal(0, Shoe.new(2), (Draw(),)),)


SHOE = Shoe.new(2)
DEAL = Deal(0, SHOE, (Draw(), Draw(), Draw(), EndTurn(), Draw()))


class TestRefusals:
    """A record that breaks a rule is refused, with the place, the move, and what it breaks."""

    @pytest.mark.parametrize(
        ("deals", "path", "move", "cause"),
        [
            ((evolve(DEAL, moves=(Draw(), Knock())),), "$.deals[0].moves[1]", 2, IllegalMoveError),
            ((evolve(DEAL, moves=(EndTurn(),)),), "$.deals[0].moves[0]", 1, IllegalMoveError),
            ((DEAL, evolve(DEAL, dealer=1)), "$.deals[1].dealer", 5, type(None)),
            ((DEAL, DEAL), "$.deals[1].shoe", 5, IllegalMoveError),
            ((evolve(DEAL, dealer=1),), "$.deals[0].dealer", 0, type(None)),
            ((evolve(DEAL, digest="0" * 64),), "$.deals[0].digest", 5, type(None)),
        ],
    )
    def test_the_place_is_named(
        self, deals: tuple[Deal, ...], path: str, move: int, cause: type
    ) -> None:
        """By path, by the number of the move, and by the error that the rule gave."""
        with pytest.raises(RecordError) as refused:
            Record(("Ann", "Bob"), 0, deals)
        assert (refused.value.path, refused.value.move) == (path, move)
        assert isinstance(refused.value.__cause__, cause)

    def test_a_short_shoe(self) -> None:
        """It cannot deal every hand."""
        with pytest.raises(RecordError, match="cannot deal"):
            Record(("Ann", "Bob"), 0, (Deal(0, Shoe.of("8s")),))

    @pytest.mark.parametrize(("seats", "dealer"), [((), 0), (("Ann",), 0), (("Ann", "Bob"), 2)])
    def test_seats_and_dealer(self, seats: tuple[str, ...], dealer: int) -> None:
        """R2: 2 to 5 players, one of whom deals."""
        with pytest.raises(RecordError):
            Record.new(seats, dealer=dealer)

    @given(st.lists(st.text(), min_size=2, max_size=5), st.integers(0, 4), st.data())
    def test_names_can_be_written(self, names: list[str], place: int, data: st.DataObject) -> None:
        """Half of a surrogate pair is no text that a file could hold; whose it is is said."""
        record = Record.new(names, dealer=0)
        assert from_json(to_json(record), Record).seats == record.seats == tuple(names)
        place %= len(names)
        half = data.draw(st.characters(categories=["Cs"]))
        names[place] += half
        with pytest.raises(RecordError, match="a name is a text that UTF-8 can hold, not") as no:
            Record.new(names, dealer=0)
        assert no.value.path == f"$.seats[{place}]"

    @pytest.mark.parametrize("name", ["\ud800", "Ann\udcff"])
    def test_the_name_is_shown(self, name: str) -> None:
        """As Python writes it, so that it can be seen."""
        with pytest.raises(RecordError) as refused:
            Record.new(["Bob", name], dealer=0)
        assert str(refused.value) == (
            f"$.seats[1]: a name is a text that UTF-8 can hold, not {name!r}"
        )

    def test_seats_have_names(self) -> None:
        """A number is no name, and a list no tuple."""
        with pytest.raises(RecordError, match=r"^\$.seats\[0\]: a name is a text, not 1$"):
            Record((1, 2), 0)  # type: ignore[arg-type]
        with pytest.raises(RecordError, match=r"^\$.seats: seats are a tuple of names, not \["):
            Record(["Ann", "Bob"], 0)  # type: ignore[arg-type]

    @pytest.mark.parametrize("deals", [[DEAL], (DEAL, None), ((),), None])
    def test_deals_are_deals(self, deals: object) -> None:
        """Nothing else is replayed."""
        with pytest.raises(RecordError, match=r"^\$.deals: deals are a tuple of Deals$"):
            Record(("Ann", "Bob"), 0, deals)  # type: ignore[arg-type]

    def test_length_is_limited(self) -> None:
        """More than 100,000 moves are refused before any is replayed."""
        long = evolve(DEAL, moves=(Draw(),) * 100_001)
        with pytest.raises(RecordError, match="100,000 moves"):
            Record(("Ann", "Bob"), 0, (long,))

    def test_a_round_that_comes_out_otherwise(self) -> None:
        """Another version of the rules gives an error at the round where it diverges."""
        record = from_json(FIRST, Record)
        changed = evolve(record.rules, undercut_bonus=11)
        with pytest.raises(RecordError) as refused:
            Record(record.seats, record.dealer, record.deals, changed)
        assert refused.value.path.endswith(".digest")


class TestVersions:
    """What an earlier version has written can be read."""

    def test_the_first(self) -> None:
        """Its digests hold: every round comes out as it did then."""
        record = from_json(FIRST, Record)
        assert record.seats == ("Ann", "Bob", "Cy")
        assert record.game.over
        assert json.loads(to_json(record)) == json.loads(FIRST)
        endings = {
            game.round.outcome.ending
            for game in replay(record)
            if game.round is not None and game.round.outcome is not None
        }
        assert endings == set(Ending)

    @pytest.mark.parametrize("version", [0, 2, 99])
    def test_others_are_refused(self, version: int) -> None:
        """Before anything else is looked at."""
        with pytest.raises(RecordError, match="version") as refused:
            from_json(f'{{"version": {version}, "more": 1}}', Record)
        assert refused.value.path == "$.version"
