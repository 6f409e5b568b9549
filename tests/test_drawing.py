"""A picture shows every card, in SVG and in text, and nothing that its viewer may not know."""

import re
from random import Random
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manipulation import Cards, Picture, PositionError, Round, RoundView, Shoe, Table, arrange, draw
from manipulation.cards.card import CARDS, NATURALS
from manipulation.drawing.faces import DARK, LIGHT
from tests.rounds import some_move

SVG = "{http://www.w3.org/2000/svg}"

some_cards = st.lists(st.sampled_from(CARDS), max_size=60).map(Cards)


@st.composite
def some_views(draw: st.DrawFn) -> RoundView:
    """Draw what a seat or a spectator sees after some moves of a round."""
    rng = Random(draw(st.integers(0, 10_000)))
    players = draw(st.integers(2, 5))
    state = Round.deal(Shoe.new(players).shuffled(rng), players=players, dealer=0)
    for _ in range(draw(st.integers(0, 80))):
        if state.to_move is None:
            break
        state = state.after(some_move(state, rng))
    return state.view(draw(st.none() | st.integers(0, players - 1)))


def drawn(picture: Picture) -> ET.Element:
    """Read the SVG back; it must be well-formed XML."""
    return ET.fromstring(picture.svg)  # noqa: S314 -- our own picture


def papers(picture: Picture, *kinds: str) -> int:
    """Count the cards of some kinds that an SVG shows."""
    rects = drawn(picture).iter(f"{SVG}rect")
    return sum(rect.get("class") in kinds for rect in rects)


def words(picture: Picture) -> list[str]:
    """List the words in an SVG, from the top down."""
    return ["".join(text.itertext()) for text in drawn(picture).iter(f"{SVG}text")]


class TestCards:
    """`Cards` are drawn by suit."""

    @given(some_cards)
    def test_every_card_is_drawn_once(self, cards: Cards) -> None:
        """As many cards face up as there are, jokers on paper of their own."""
        picture = draw(cards)
        assert papers(picture, "card") == len(cards.naturals)
        assert papers(picture, "joker") == cards.jokers
        assert papers(picture, "back") == 0

    @given(some_cards.filter(bool))
    def test_the_text_reads_back(self, cards: Cards) -> None:
        """The text is notation with suit symbols."""
        assert Cards.parse(str(draw(cards))) == cards

    def test_no_cards_are_said_in_words(self) -> None:
        """An empty picture says that it is empty."""
        assert str(draw(Cards())) == "No cards."
        assert words(draw(Cards())) == ["No cards."]

    @pytest.mark.parametrize("card", NATURALS, ids=str)
    def test_rank_and_suit_show_without_colour(self, card: object) -> None:
        """No two cards have the same corner: its rank as a letter, its suit as a shape."""
        corners = {
            (words(picture)[0], drawn(picture).findall(f".//{SVG}path")[0].get("d"))
            for picture in (draw(Cards([other])) for other in NATURALS if other != card)
        }
        assert len(corners) == len(NATURALS) - 1
        picture = draw(Cards([card]))  # type: ignore[list-item]
        shape = drawn(picture).findall(f".//{SVG}path")[0].get("d")
        assert (words(picture)[0], shape) not in corners


class TestTables:
    """A `Table` is drawn meld by meld."""

    @given(st.lists(st.sampled_from(["3c 4c 5c", "8d 8h 8s*", "Qs Ks As", "9h Th Jh Qh"])))
    def test_the_text_lists_the_melds_with_their_numbers(self, melds: list[str]) -> None:
        """The numbers are those of drafts and steps; without them the text reads back."""
        table = Table.parse(" | ".join(melds[:12]))
        text = str(draw(table))
        if not table.melds:
            assert text == "The table is empty."
            return
        found = re.findall(r"(\d+): ([^\d:]\S*(?: \S+)*|\S\S+(?: \S+)*)", text)
        assert [int(number) for number, _ in found] == list(range(1, len(table.melds) + 1))
        assert Table.parse(" | ".join(meld for _, meld in found)) == table

    def test_sequences_lie_in_order(self) -> None:
        """A high ace is last."""
        assert str(draw(Table.parse("As Ks Qs | 7c* 5c 6c"))) == "1: 5♣ 6♣ 7♣*   2: Q♠ K♠ A♠"

    def test_a_full_table_fits(self) -> None:
        """Two decks arranged are no wider than a page's column, and than 79 columns."""
        table = arrange(Cards(NATURALS + NATURALS))
        assert table is not None
        picture = draw(table)
        assert max(map(len, str(picture).splitlines())) <= 79
        assert int(drawn(picture).get("width", "0")) <= 640 + 28


class TestRounds:
    """D8: hands and the order of the stock are not public."""

    @given(some_views())
    def test_what_is_hidden_lies_face_down(self, view: RoundView) -> None:
        """Face up lie the table, the own hand and, when the round is over, all hands."""
        picture = draw(view)
        hands = sum(map(len, view.hands or (view.hand,)))
        assert papers(picture, "card", "joker") == hands + len(view.table.cards)
        assert bool(papers(picture, "back")) == (not view.hands or view.stock_size > 0)

    @given(some_views())
    def test_every_seat_is_named_in_both(self, view: RoundView) -> None:
        """Each seat stands there with the number of its cards, and so does the stock."""
        picture = draw(view)
        for said in (str(picture), "\n".join(words(picture))):
            for seat, size in enumerate(view.hand_sizes):
                cards = "1 card" if size == 1 else f"{size} cards"
                you = " (you)" if seat == view.seat else ""
                assert f"Seat {seat}{you}: {cards}" in said
            assert "Stock: " in said

    @given(some_views())
    def test_it_fits_a_terminal(self, view: RoundView) -> None:
        """No line is longer than 79 columns; the longest meld of all has 14 cards."""
        assert max(map(len, str(draw(view)).splitlines())) <= 79

    def test_it_says_what_the_round_waits_for(self) -> None:
        """The first line is about the phase."""
        start = Round.deal(Shoe.new(2), players=2, dealer=1)
        assert str(draw(start.view(0))).splitlines()[0] == "Seat 0 draws."


class TestPictures:
    """A `Picture` is SVG and text."""

    def test_a_notebook_shows_the_svg(self) -> None:
        """`_repr_html_` is what a notebook asks for, and the text stands in for the picture."""
        picture = draw(Cards.parse("8s"))
        assert picture._repr_html_() == picture.svg
        assert drawn(picture).findtext(f"{SVG}title") == "8♠"

    @pytest.mark.parametrize("value", ["8s", None, Shoe.new(2)])
    def test_nothing_else_is_drawn(self, value: object) -> None:
        """The error names what can be drawn."""
        with pytest.raises(PositionError, match="a Table, Cards or a RoundView can be drawn"):
            draw(value)  # type: ignore[arg-type]

    @pytest.mark.parametrize("ink", [".black", ".red", ".star"])
    def test_ink_is_legible_on_paper_light_and_dark(self, ink: str) -> None:
        """The contrast is at least 4.5, as WCAG AA asks for text."""
        paper = ".joker" if ink == ".star" else ".card"
        for colours in (LIGHT, DARK):
            one, other = (re.findall(r"#\w+", colours[part])[0] for part in (ink, paper))
            assert contrast(one, other) >= 4.5


def contrast(one: str, other: str) -> float:
    """Compute the contrast of two colours (WCAG 2.2, 1.4.3)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def luminance(code: str) -> float:
    """Compute the relative luminance of a colour."""
    parts = [int(code[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return sum(map(float.__mul__, (0.2126, 0.7152, 0.0722), linear))
