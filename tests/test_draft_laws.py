"""What holds for every draft, whatever steps have led to it."""

import pickle
from random import Random

import pytest
from hypothesis import given

from manipulation import (
    Cards,
    Declare,
    DeclaredJoker,
    Draft,
    Free,
    IllegalMoveError,
    Join,
    Joker,
    PickUp,
    Play,
    PutDown,
    Split,
    Step,
    Table,
    TakeBack,
    Violation,
    check_play,
    steps,
)
from tests.drafts import CHANCE, a_step, as_declared, drafts, tried
from tests.legal_plays import legal_plays
from tests.values import check_value


def all_cards(draft: Draft) -> Cards:
    """Give all the cards that a draft holds, a joker as a joker."""
    return sum(draft.melds.values(), start=draft.hand + draft.air).undeclared_again


class TestLaws:
    """What holds for every draft, whatever steps have led to it."""

    @given(CHANCE, drafts())
    def test_every_step_keeps_all_cards(self, chance: Random, draft: Draft) -> None:
        """No card comes into being or is lost between hand, melds and air."""
        after = tried(draft, a_step(draft, chance))
        assert all_cards(after) == all_cards(draft)
        assert after.hand + after.played == draft.hand + draft.played

    @given(CHANCE, drafts())
    def test_a_step_changes_only_the_melds_that_it_names(
        self, chance: Random, draft: Draft
    ) -> None:
        """Every other meld keeps its number and its cards."""
        step = a_step(draft, chance)
        after = tried(draft, step)
        named = [getattr(step, name, None) for name in ("meld", "to", "new")]
        others = {number: cards for number, cards in draft.melds.items() if number not in named}
        assert others.items() <= after.melds.items()
        assert after.melds.keys() - draft.melds.keys() <= set(named)

    @given(CHANCE, drafts())
    def test_a_step_leaves_the_draft_before_as_it_was(self, chance: Random, draft: Draft) -> None:
        """Undo is to keep the old draft, and a refused step changes nothing."""
        kept = pickle.dumps(draft)
        tried(draft, a_step(draft, chance))
        assert pickle.dumps(draft) == kept

    @given(drafts())
    def test_a_draft_is_a_value(self, draft: Draft) -> None:
        """It evaluates back from its `repr`, pickles, and hashes like its equals."""
        check_value(draft)

    @given(drafts())
    def test_the_faults_are_those_of_the_play_and_what_is_in_the_air(self, draft: Draft) -> None:
        """With nothing in the air a draft is judged as the play that it makes."""
        play = Play(tuple(draft.melds.values()))
        faults = draft.faults()
        if draft.air:
            taken = [f.cards for f in faults if f.violation is Violation.TABLE_CARD_TAKEN]
            assert taken == [draft.air]
        else:
            assert faults == check_play(draft.table, play, draft.hand + draft.played)

    @given(drafts())
    def test_a_draft_gives_its_play_when_there_is_no_fault(self, draft: Draft) -> None:
        """`play` and `faults` never differ, and a play that is given is legal."""
        faults = draft.faults()
        if faults:
            with pytest.raises(IllegalMoveError) as refusal:
                draft.play()
            assert refusal.value.faults == faults
        else:
            hand = draft.hand + draft.played
            assert check_play(draft.table, draft.play(), hand) == ()
            assert draft.table.after(draft.play(), hand=hand).cards == all_lying(draft)

    @given(drafts())
    def test_the_faults_of_the_melds_are_among_the_faults(self, draft: Draft) -> None:
        """By meld or in all: the same faults."""
        by_meld = draft.faults_by_meld()
        assert by_meld.keys() == draft.melds.keys()
        of_melds = [fault for faults in by_meld.values() for fault in faults]
        in_all = [fault for fault in draft.faults() if fault.meld is not None]
        assert sorted(map(repr, of_melds)) == sorted(map(repr, in_all))
        assert all(f.meld == draft.melds[number] for number in by_meld for f in by_meld[number])

    @given(drafts())
    def test_what_was_played_and_nothing_else_can_be_taken_back(self, draft: Draft) -> None:
        """D14: a card played in this turn may be taken back; R23: a table card may not."""
        spots: list[tuple[int | None, Cards]] = [(None, draft.air), *draft.melds.items()]
        for spot, cards in spots:
            for card in set(cards):
                back = Cards([card]).undeclared_again
                if back <= draft.played:
                    assert draft.after(TakeBack(card, spot)).hand == draft.hand + back
                else:
                    with pytest.raises(IllegalMoveError) as refusal:
                        draft.after(TakeBack(card, spot))
                    (fault,) = refusal.value.faults
                    assert fault.violation is Violation.TABLE_CARD_TAKEN

    @given(legal_plays())
    def test_every_legal_play_can_be_made_by_hand(self, drawn: tuple[Table, Cards, Play]) -> None:
        """All cards picked up, jokers freed, and the melds put down one by one: any order does."""
        table, hand, play = drawn
        draft = Draft.of(table, hand)
        for number, cards in draft.melds.items():
            for card in cards:
                draft = draft.after(PickUp(card, number))
        for joker in draft.air.declared:
            draft = draft.after(Free(as_declared(joker)))
        for cards in play.melds:
            number = len(draft.places) + 1
            for card in cards:
                bare = Joker() if isinstance(card, DeclaredJoker) else card
                draft = draft.after(PutDown(bare, number, from_hand=bare not in draft.air))
                if isinstance(card, DeclaredJoker):
                    draft = draft.after(Declare(card, number))
        assert draft.play() == play

    @given(legal_plays())
    def test_a_play_can_be_undone_by_steps(self, drawn: tuple[Table, Cards, Play]) -> None:
        """Steps that undo each other lead back to the same melds, hand and air."""
        table, hand, play = drawn
        draft = Draft.of(table, hand)
        way = []
        for step in steps(table, table.after(play, hand=hand)):
            way.append(undoing(step, draft))
            draft = draft.after(step)
        for step in reversed(way):
            draft = draft.after(step)
        assert (draft.melds, draft.hand, draft.air) == (
            Draft.of(table, hand).melds,
            hand,
            Cards(),
        )


def all_lying(draft: Draft) -> Cards:
    """Give the cards of all melds."""
    return sum(draft.melds.values(), start=Cards())


def undoing(step: Step, draft: Draft) -> Step:
    """Give the step that undoes a step taken on this draft."""
    match step:
        case PickUp(card, meld):
            return PutDown(card, meld)
        case PutDown(card, meld):
            return TakeBack(card, meld) if step.from_hand else PickUp(card, meld)
        case Split(meld, _, new):
            return Join(new, meld)
        case Join(meld, to):
            return Split(to, draft.melds[meld], meld)
        case Declare(joker, spot):
            return Free(joker, spot)
        case Free(joker, spot):
            return Declare(joker, spot)
        case TakeBack():
            raise AssertionError(step)
