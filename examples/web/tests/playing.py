"""Players in a browser: what to play they ask the library, how they do it is the page's way."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Final

from attrs import define, frozen

from manipulation import (
    Declare,
    Draw,
    EndTurn,
    Free,
    GameView,
    Join,
    Joker,
    Knock,
    PickUp,
    PutDown,
    RoundView,
    Split,
    Step,
    best_play,
    from_json,
    steps,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from playwright.sync_api import Browser, Locator, Page, WebSocket

_SETTLED: Final = """() => document.getAnimations().every((one) =>
    one.effect.getTiming().iterations === Infinity || one.playState !== "running")"""
_HAND: Final = "#hand"
_NEW: Final = "#new-meld"


@frozen(kw_only=True)
class Screen:
    """What a player looks at, and how he wants to see it."""

    width: int = 1280
    height: int = 860
    touch: bool = False
    dark: bool = False
    reduced: bool = False


PHONE: Final = Screen(width=360, height=740, touch=True, reduced=True)
DESK: Final = Screen(reduced=True)


@define(slots=False)  # so that Playwright can mark its listener
class Window:
    """A page with all that it was sent, word for word."""

    page: Page
    heard: list[str]
    errors: list[str]

    @classmethod
    def open(cls, browser: Browser, address: str, screen: Screen) -> Window:
        """Open a page in a browser of its own: nothing is shared with other windows."""
        context = browser.new_context(
            viewport={"width": screen.width, "height": screen.height},
            has_touch=screen.touch,
            is_mobile=screen.touch,
            color_scheme="dark" if screen.dark else "light",
            reduced_motion="reduce" if screen.reduced else "no-preference",
        )
        window = cls(context.new_page(), [], [])
        window.page.on("websocket", window.listen)
        window.page.on("pageerror", lambda error: window.errors.append(str(error)))
        window.page.on(
            "console",
            lambda line: window.errors.append(line.text) if line.type == "error" else None,
        )
        window.page.set_default_timeout(30_000)
        window.page.goto(address)
        return window

    def listen(self, socket: WebSocket) -> None:
        """Keep what a connection brings."""
        socket.on("framereceived", lambda text: self.heard.append(str(text)))

    def sit(self, seat: int, name: str) -> None:
        """Take an open seat."""
        self.page.fill("#name", name)
        self.page.click(f"text=Sit at seat {seat + 1}")
        self.page.wait_for_selector("body.seated")

    @property
    def number(self) -> int:
        """How many entries the record has, as the page shows it."""
        return int(self.page.get_attribute("body", "data-number") or 0)

    def wait_for(self, number: int) -> None:
        """Wait until the page shows the position after so many entries."""
        self.page.wait_for_function(
            "(number) => Number(document.body.dataset.number) >= number", arg=number
        )

    @property
    def view(self) -> GameView:
        """The view that the page shows."""
        number = self.number
        for text in reversed(self.heard):
            message = json.loads(text)
            if message["type"] == "position" and message["number"] == number:
                return from_json(json.dumps(message["view"]), GameView)
        raise AssertionError("the page has no position")

    def settle(self) -> None:
        """Wait until every meld is judged, and no card moves any more."""
        self.page.wait_for_selector("body[data-judged=true]", state="attached")
        self.page.wait_for_function(_SETTLED)

    def drag(self, card: Locator, goal: Locator) -> None:
        """Drag a card somewhere with the mouse."""
        start, end = card.bounding_box(), goal.bounding_box()
        assert start is not None
        assert end is not None
        self.page.mouse.move(start["x"] + 8, start["y"] + 24)
        self.page.mouse.down()
        self.page.mouse.move(end["x"] + 30, end["y"] + 20, steps=5)
        self.page.mouse.up()

    def close(self) -> None:
        """Close the page; nothing went wrong on it."""
        self.page.context.close()
        assert self.errors == []


class Player(ABC):
    """Plays greedily with its own way to do things on the page."""

    def __init__(self, window: Window) -> None:
        """Play in a window."""
        self.window = window
        self.page = window.page
        self.plays = 0

    def card(self, text: str, where: str) -> Locator:
        """Find a card that lies somewhere."""
        return self.page.locator(f'{where} .card[data-card="{text}"]').first

    def move_on(self) -> None:
        """Make one move that the rules allow, on the page."""
        state = self.window.view.round
        assert state is not None
        number = self.window.number
        way = way_of(state) if state.may_meld else ()
        if way:
            self.arrange(way)
            self.page.wait_for_selector("#actions .primary >> text=Lay down")
            self.press("Lay down")
            self.plays += 1
        elif Draw() in state.legal_moves():
            self.press("Draw a card" if not state.drawn else f"Draw card {state.drawn + 1}")
        elif Knock() in state.legal_moves():
            self.press("Knock")
        else:
            assert EndTurn() in state.legal_moves()
            self.press("End turn")
        self.window.wait_for(number + 1)

    def arrange(self, way: Iterable[Step]) -> None:
        """Do the steps to a play, one after the other."""
        todo = list(way)
        faces = [step for step in todo if isinstance(step, Declare)]
        freed = [step.joker for step in todo if isinstance(step, Free)]
        picked = ""
        for step in todo:
            match step:
                case PickUp():
                    picked = self._meld(step.meld)
                case PutDown(card=card, meld=meld, from_hand=from_hand):
                    # On the page a freed joker shows its old card until it is given a new one.
                    shown = str(freed[0]) if card == Joker() and not from_hand else str(card)
                    self.bring([shown], _HAND if from_hand else picked, self._target(meld))
                    if card == Joker() and from_hand:
                        face = next(one for one in faces if one.meld == meld)
                        faces.remove(face)
                        self.pick(str(face.joker.stands_for))
                case Split(meld=meld, cards=cards):
                    self.bring(list(map(str, cards)), self._meld(meld), _NEW)
                case Join(meld=meld, to=to):
                    cards_there = self.page.locator(f"{self._meld(meld)} .card")
                    cards_of = [str(one.get_attribute("data-card")) for one in cards_there.all()]
                    self.bring(cards_of, self._meld(meld), self._target(to))
                case Declare(joker=joker, meld=meld) if step in faces:
                    faces.remove(step)
                    assert meld is not None
                    self.ask_for(self.card(str(freed.pop()), self._meld(meld)))
                    self.pick(str(joker.stands_for))
                case _:
                    assert isinstance(step, Declare | Free)

    def _meld(self, number: int) -> str:
        return f'.meld[data-number="{number}"]'

    def _target(self, number: int) -> str:
        there = self._meld(number)
        return there if self.page.locator(there).count() else _NEW

    @abstractmethod
    def bring(self, cards: list[str], source: str, target: str) -> None:
        """Bring cards from the hand or a meld to a meld or a new one."""

    @abstractmethod
    def ask_for(self, joker: Locator) -> None:
        """Ask to say what a joker on the table stands for."""

    @abstractmethod
    def pick(self, face: str) -> None:
        """Pick the card that a joker stands for, in the dialog that asks for it."""

    @abstractmethod
    def press(self, button: str) -> None:
        """Press a button of the dock."""


def way_of(state: RoundView) -> tuple[Step, ...]:
    """Find steps to the best play; none if there is none, or it frees more than one joker."""
    best = best_play(state.table, state.hand)
    if best is None:
        return ()
    way = steps(state.table, best.table)
    freed = [step for step in way if isinstance(step, Free)]
    together = any(isinstance(step, Split) and Joker() in step.cards for step in way)
    return () if len(freed) > 1 or together else way


class MousePlayer(Player):
    """Drags, and for many cards selects them first."""

    def bring(self, cards: list[str], source: str, target: str) -> None:
        """Drag the card; of several, select all and drag the last."""
        self.window.settle()
        if len(cards) > 1:
            for text in cards:
                self.page.locator(
                    f'{source} .card[data-card="{text}"][aria-pressed="false"]'
                ).first.click(position={"x": 8, "y": 24})
            self.window.settle()
        before = self.page.locator(f"{source} .card").count()
        chosen = "[aria-pressed=true]" if len(cards) > 1 else ""
        held = self.page.locator(f'{source} .card[data-card="{cards[-1]}"]{chosen}').first
        goal = self.page.locator(target)
        goal.evaluate("(one) => one.scrollIntoView({block: 'nearest'})")
        self.window.drag(held, goal)
        self.page.wait_for_function(
            "([source, count]) => document.querySelectorAll(source).length === count",
            arg=[f"{source} .card", before - len(cards)],
        )

    def ask_for(self, joker: Locator) -> None:
        """Select it, and press the button."""
        joker.click(position={"x": 8, "y": 24})
        self.page.locator("#chosen").get_by_text("Stands for…").click()

    def pick(self, face: str) -> None:
        """Click it."""
        self.page.locator(f'#picker[open] .pick[value="{face}"]').first.click()

    def press(self, button: str) -> None:
        """Click it."""
        self.page.locator("#actions").get_by_text(button, exact=True).click()


class KeyboardPlayer(Player):
    """Never touches the mouse: Tab, arrows, Space, Enter, and the letters of the help."""

    def bring(self, cards: list[str], source: str, target: str) -> None:
        """Select each card, and put them into a new meld, or go to the meld and put them there."""
        before = self.page.locator(f"{source} .card").count()
        for text in cards:
            self._go(f'{source} .card[data-card="{text}"][aria-pressed="false"]')
            self.page.keyboard.press("Space")
        if target == _NEW:
            self.page.keyboard.press("n")
        else:
            self._go(f"{target} .card, {target} .put")
            self.page.keyboard.press("p")
        self.page.wait_for_function(
            "([source, count]) => document.querySelectorAll(source).length === count",
            arg=[f"{source} .card", before - len(cards)],
        )

    def ask_for(self, joker: Locator) -> None:
        """Go to it, and press J."""
        card = joker.get_attribute("data-card")
        meld = joker.evaluate("(one) => one.closest('.meld').dataset.number")
        self._go(f'{self._meld(int(meld))} .card[data-card="{card}"]')
        self.page.keyboard.press("j")

    def pick(self, face: str) -> None:
        """Go to it among those that are legal here, or among all."""
        self.page.wait_for_selector("#picker[open]")
        wanted = f'.pick[value="{face}"]'
        self._tab(f"#picker .picks:has({wanted})")
        self._arrows(wanted)
        self.page.keyboard.press("Enter")

    def press(self, button: str) -> None:
        """Go to it with Tab, and press Enter."""
        for _ in range(60):
            focused = "() => document.activeElement.closest('#dock')"
            focused += " && document.activeElement.textContent"
            if self.page.evaluate(focused) == button:
                break
            self.page.keyboard.press("Tab")
        self.page.keyboard.press("Enter")

    def _go(self, selector: str) -> None:
        self._tab("#hand" if selector.startswith(_HAND) else ".played-side")
        self._arrows(selector)

    def _tab(self, region: str) -> None:
        """Go on with Tab until the focus is in a region."""
        inside = "(region) => document.activeElement.closest(region) !== null"
        for _ in range(60):
            if self.page.evaluate(inside, region):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not lead to {region}")

    def _arrows(self, selector: str) -> None:
        """Go to the first element and on with the arrow until a fitting one has the focus."""
        self.page.keyboard.press("Home")
        for _ in range(200):
            if self.page.evaluate("(one) => document.activeElement.matches(one)", selector):
                return
            self.page.keyboard.press("ArrowRight")
        raise AssertionError(f"the arrows do not lead to {selector}")
