"""Which of the public kinds have documents: every value, but for those that are named here."""

import inspect
import json
from enum import Enum
from typing import Literal, get_args, get_origin

import pytest
from attrs import asdict, evolve
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import manipulation
from manipulation import (
    BestPlay,
    Cards,
    Difference,
    Ending,
    FinalReason,
    MeldRules,
    Outcome,
    Phase,
    Play,
    Rank,
    RecordError,
    Results,
    RoundReason,
    RoundScore,
    Suit,
    Table,
    Violation,
    WhyNot,
    best_play,
    draw,
    final_scores,
    from_json,
    json_schema,
    score_round,
    to_json,
    why_not,
)
from manipulation.testing import Position, Unarrangeable, positions, unarrangeable
from tests.documents import check_json

BOTS = {"Bot", "GreedyBot", "LookaheadBot", "PatientBot", "RandomBot"}
OF_SIMULATION = {
    "DoneGames",
    "FailedGame",
    "Mean",
    "Performance",
    "PlayedGame",
    "Results",
    "Share",
    "Sums",
}
WITHOUT = {*BOTS, *OF_SIMULATION, "Picture"}
"""The values that have no document; the page on saving says why."""

ARGUMENTS = {"Drawable", "Generator", "Workers", "Writable"}
"""What only arguments are called by: unions and protocols, whose values are of other kinds."""

RULES = (MeldRules(), MeldRules(joker_release="any", ace="low"), MeldRules(jokers_per_meld=1))


def offered() -> dict[str, object]:
    """List the kinds of values that the package offers: classes but for errors, and unions."""
    named = {name: getattr(manipulation, name) for name in manipulation.__all__}
    return {
        name: kind
        for name, kind in named.items()
        if name not in ARGUMENTS
        and (isinstance(kind, type) or get_args(kind))
        and get_origin(kind) is not Literal
        and not (inspect.isclass(kind) and issubclass(kind, Exception))
    }


class TestOffered:
    """What `to_json` writes is any value of the library, but for the few that are named."""

    @pytest.mark.parametrize("name", sorted(offered()))
    def test_every_kind_has_a_schema(self, name: str) -> None:
        """It has one, and is read; or it is named, and then it is refused."""
        kind = offered()[name]
        if name in WITHOUT:
            with pytest.raises(RecordError, match="no document"):
                json_schema(kind)
        else:
            Draft202012Validator.check_schema(json_schema(kind))
            with pytest.raises(RecordError, match="expected"):
                from_json("7.5", kind)  # type: ignore[call-overload]

    def test_a_picture_has_none(self) -> None:
        """It is texts already."""
        with pytest.raises(RecordError, match="no document of"):
            to_json(draw(Cards.parse("8s")))

    def test_results_are_plain_fields(self) -> None:
        """As the page on saving says."""
        document = json.loads(json.dumps(asdict(Results(names=("Ann", "Bob")))))
        assert document["names"] == ["Ann", "Bob"]


class TestAnswers:
    """What the solver answers can be sent."""

    @given(st.sampled_from(RULES).flatmap(lambda rules: positions(rules=rules)))
    def test_best_plays(self, position: Position) -> None:
        """Under any rules; the texts are those of the command line."""
        best = best_play(*position)
        if best is not None:
            check_json(best)
            document = json.loads(to_json(best))
            assert document["table"] == str(best.table)
            assert document["played"] == str(best.played)
            assert Play.parse(document["play"]) == best.play

    @given(st.sampled_from(RULES).flatmap(lambda rules: unarrangeable(rules=rules)))
    def test_why_not(self, found: Unarrangeable) -> None:
        """Under any rules."""
        check_json(found.why)

    @pytest.mark.parametrize("cards", ["8s* 2c", "* *", "8s* 8s* 8s 8d"])
    def test_why_not_with_jokers(self, cards: str) -> None:
        """Declared or not."""
        why = why_not(Cards.parse(cards))
        assert why is not None
        check_json(why)

    @pytest.mark.parametrize(
        ("name", "value", "path"),
        [
            ("play", "4c 5c 6c", "$.play"),
            ("play", "4c 5c 6c *", "$.play"),
            ("table", "4c 5c", "$.table"),
            ("table", "4c 5c 6c", "$.play"),
            ("played", "", "$.played"),
            ("played", "8c", "$.played"),
            ("played", "7c 7c", "$.played"),
            ("played", "7c*", "$.played"),
            ("points_left", -1, "$.points_left"),
            ("disturbed", -1, "$.disturbed"),
            ("disturbed_exact", 0, "$.disturbed_exact"),
        ],
    )
    def test_no_best_play(self, name: str, value: object, path: str) -> None:
        """Parts that do not go together are refused at their place."""
        best = best_play(Table.parse("4c 5c 6c"), Cards.parse("7c"))
        check_other(best, name, value, path)

    def test_numbers_from_0(self) -> None:
        """No points left, and no meld disturbed, is the least."""
        best = best_play(Table.parse("4c 5c 6c"), Cards.parse("7c"))
        assert best is not None
        assert (best.points_left, best.disturbed) == (0, 0)
        check_json(best)

    @pytest.mark.parametrize(
        ("name", "value", "path"),
        [
            ("table", "6d 6h", "$.table"),
            ("left_out", "", "$.left_out"),
            ("conflict", "", "$.conflict"),
            ("conflict", "6h 5c", "$.conflict"),
            ("minimal", None, "$.minimal"),
        ],
    )
    def test_no_reason(self, name: str, value: object, path: str) -> None:
        """A conflict is between cards that there are, and some of them are left out."""
        check_other(why_not(Cards.parse("4s 5s 6s 6h 6d")), name, value, path)


def check_other(value: BestPlay | WhyNot | None, name: str, part: object, path: str) -> None:
    """The document of a value with another part in one place is refused at a path."""
    document = {**json.loads(to_json(value)), name: part}
    with pytest.raises(RecordError) as refused:
        from_json(json.dumps(document), type(value))
    assert refused.value.path == path


class TestParts:
    """The parts of other values have documents by themselves."""

    @pytest.mark.parametrize("kind", [Ending, Phase, Rank, Suit, Violation])
    def test_one_of_a_few(self, kind: type[Enum]) -> None:
        """Each is a text."""
        for member in kind:
            check_json(member)
            assert isinstance(json.loads(to_json(member)), str)
        assert from_json(to_json(tuple(kind)), tuple[kind, ...]) == tuple(kind)  # type: ignore[valid-type]

    def test_their_texts(self) -> None:
        """As they stand inside other documents, and in the notation."""
        assert to_json(tuple(Suit)) == '["c", "d", "h", "s"]'
        assert "".join(json.loads(to_json(tuple(Rank)))) == "A23456789TJQK"
        assert to_json((Phase.LAST_LAP, Ending.KNOCK)) == '["last_lap", "knock"]'
        assert to_json(Violation.MUST_DRAW) == '"MUST_DRAW"'

    @given(
        st.lists(st.integers(6, 99), min_size=2, max_size=5).flatmap(
            lambda left: st.tuples(st.just(left), st.sampled_from(range(len(left))))
        )
    )
    def test_the_reasons_of_a_round(self, left_and_knocker: tuple[list[int], int]) -> None:
        """Each says which it is; by itself, in a list, and in the score."""
        left, knocker = left_and_knocker
        left[knocker] = 5
        score = score_round(left, knocker=knocker)
        assert isinstance(score, RoundScore)
        check_json(score)
        check_json(Outcome.of(left, knocker=knocker))
        for reasons in score.reasons:
            assert from_json(to_json(reasons), tuple[RoundReason, ...]) == reasons
            for reason in reasons:
                check_json(reason)
                read: object = from_json(to_json(reason), RoundReason)
                assert read == reason

    @given(st.lists(st.tuples(st.integers(0, 300), st.integers(0, 9)), min_size=2, max_size=5))
    def test_the_reasons_of_a_game(self, seats: list[tuple[int, int]]) -> None:
        """As those of a round."""
        final = final_scores([total for total, _ in seats], rounds_won=[won for _, won in seats])
        check_json(final)
        for reasons in final.reasons:
            assert from_json(to_json(reasons), tuple[FinalReason, ...]) == reasons
            for reason in reasons:
                check_json(reason)

    @pytest.mark.parametrize(
        ("text", "path", "message"),
        [
            ("7", "$", "an object is expected, not 7"),
            ("{}", "$.reason", "is missing"),
            ('{"reason": []}', "$.reason", r"is expected, not \[\]"),
            ('{"reason": "TargetBonus", "points": 3}', "$.reason", "one of Difference, Under"),
            ('{"reason": "UndercutBonus"}', "$.points", "is missing"),
            ('{"reason": "UndercutBonus", "points": "3"}', "$.points", "a whole number"),
            ('{"reason": "UndercutBonus", "points": 3, "seat": 0}', "$", "no such field"),
        ],
    )
    def test_no_reason(self, text: str, path: str, message: str) -> None:
        """In our own words, wherever it stands."""
        with pytest.raises(RecordError, match=message) as refused:
            from_json(text, RoundReason)
        assert refused.value.path == path
        score = f'{{"winners": [], "scores": [], "reasons": [[], [{text}]]}}'
        with pytest.raises(RecordError, match=message) as refused:
            from_json(score, RoundScore)
        assert refused.value.path == f"$.reasons[1][0]{path[1:]}"

    def test_a_reason_reads_itself_alone(self) -> None:
        """Another of the same union is refused by its name."""
        assert to_json(Difference(0, 3)) == '{"seat": 0, "points": 3, "reason": "Difference"}'
        with pytest.raises(RecordError, match="one of Difference is expected, not 'UndercutBonus'"):
            from_json('{"reason": "UndercutBonus", "points": 3}', Difference)

    def test_what_is_changed_is_written_changed(self) -> None:
        """Documents are of values, not of positions."""
        best = best_play(Table.parse("4c 5c 6c"), Cards.parse("7c 8c"))
        assert best is not None
        check_json(evolve(best, points_left=7, disturbed=2, disturbed_exact=False))
