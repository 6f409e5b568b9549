// @ts-check
// The cards on the screen: one element for each card, which moves when the card does.

import { picture } from "./cards.js";
import { byId, make, moves } from "./dom.js";
import { say, sayAll, cardsOf } from "./words.js";

/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./layout.js").Placed} Placed */
/** @typedef {import("./layout.js").Pile} Pile */

/**
 * @typedef {object} Look
 * @property {Set<number>} chosen the cards that are selected
 * @property {Set<number>} glowing the cards that can be played
 * @property {Set<number>} hinted the cards that a hint names
 * @property {Set<number>} fresh the cards that were played in this turn
 * @property {Map<number, string[]>} faults what is wrong with a meld, by its number
 * @property {Set<number>} touched the melds of which something is to be said
 * @property {boolean} judged whether it is known what
 * @property {boolean} arranging whether cards can be moved
 */

const FLIGHT = 300;

export class Felt {
  /** @param {(place: string) => DOMRect | null} origin where a card comes from that was not seen */
  constructor(origin) {
    this.origin = origin;
    /** @type {Map<number, HTMLButtonElement>} */
    this.cards = new Map();
    /** @type {Map<number, HTMLElement>} */
    this.melds = new Map();
    this.table = byId("melds");
    this.hand = byId("hand");
  }

  /**
   * Show a layout; cards that have moved fly from where they were.
   * @param {Layout} layout
   * @param {Look} look
   * @param {{from?: Map<number, DOMRect>, newFrom?: string}} flight
   */
  show(layout, look, { from = new Map(), newFrom = "stock" } = {}) {
    const focused = document.activeElement;
    const before = new Map(from);
    if (moves()) {
      for (const [id, element] of this.cards) {
        if (!before.has(id)) before.set(id, element.getBoundingClientRect());
      }
    }
    const seen = new Set();
    this.hand.classList.toggle("few", layout.hand.length <= (innerWidth < 760 ? 8 : 14));
    this.lay(this.hand, layout.hand, look, seen, "in your hand");
    const keys = new Set(layout.melds.map(({ key }) => key));
    for (const [key, element] of this.melds) {
      if (!keys.has(key)) {
        element.remove();
        this.melds.delete(key);
      }
    }
    layout.melds.forEach((meld, at) => {
      const element = this.melds.get(meld.key) ?? this.newMeld(meld.key);
      if (this.table.children[at] !== element) {
        this.table.insertBefore(element, this.table.children[at] ?? null);
      }
      this.describe(element, meld, look);
      const cards = /** @type {HTMLElement} */ (element.querySelector(".cards"));
      this.lay(cards, meld.cards, look, seen, "on the table");
    });
    for (const [id, element] of this.cards) {
      if (!seen.has(id)) {
        element.remove();
        this.cards.delete(id);
      }
    }
    byId("empty").hidden = layout.melds.length > 0;
    if (focused instanceof HTMLElement && focused !== document.activeElement && focused.isConnected) {
      focused.focus({ preventScroll: true });
    }
    if (moves()) this.fly(before, this.origin(newFrom));
  }

  /** @param {number} key */
  newMeld(key) {
    const put = make("button", { class: "put", type: "button" }, "Put here");
    const verdict = make("p", { class: "verdict" });
    const cards = make("div", { class: "cards" });
    const element = make("div", { class: "meld", role: "group" }, cards, verdict, put);
    this.melds.set(key, element);
    return element;
  }

  /**
   * @param {HTMLElement} element
   * @param {Pile} meld
   * @param {Look} look
   */
  describe(element, meld, look) {
    const faults = look.faults.get(meld.number) ?? [];
    const touched = look.arranging && look.touched.has(meld.number);
    const told = touched && look.judged;
    const names = sayAll(meld.cards.map(({ card }) => card));
    element.dataset.number = String(meld.number);
    element.classList.toggle("wrong", told && faults.length > 0);
    element.classList.toggle("right", told && faults.length === 0);
    const verdict = /** @type {HTMLElement} */ (element.querySelector(".verdict"));
    const words = !told ? "" : faults.length ? faults.join(" ") : "Legal";
    // Until it is judged, the last word stays, so that nothing jumps.
    if (!touched || told) verdict.textContent = words;
    else if (!verdict.textContent) verdict.textContent = "…";
    const state = !told ? "" : faults.length ? `: not legal. ${faults.join(" ")}` : ": legal";
    element.setAttribute("aria-label", `Meld, ${names}${state}`);
    const put = /** @type {HTMLButtonElement} */ (element.querySelector(".put"));
    put.hidden = !look.arranging || look.chosen.size === 0;
    put.setAttribute("aria-label", `Put here, with ${names}`);
  }

  /**
   * @param {HTMLElement} container
   * @param {Placed[]} cards
   * @param {Look} look
   * @param {Set<number>} seen
   * @param {string} where
   */
  lay(container, cards, look, seen, where) {
    cards.forEach(({ id, card }, at) => {
      seen.add(id);
      const element = this.cards.get(id) ?? this.newCard(id);
      if (element.dataset.card !== card) {
        element.dataset.card = card;
        element.replaceChildren(picture(card));
      }
      const notes = [where];
      if (look.fresh.has(id)) notes.push("played in this turn");
      if (look.glowing.has(id)) notes.push("can be played");
      if (look.hinted.has(id)) notes.push("the hint plays it");
      element.setAttribute("aria-label", `${say(card)}, ${notes.join(", ")}`);
      element.setAttribute("aria-pressed", String(look.chosen.has(id)));
      element.classList.toggle("glowing", look.glowing.has(id));
      element.classList.toggle("hinted", look.hinted.has(id));
      element.classList.toggle("fresh", look.fresh.has(id));
      element.classList.toggle("movable", look.arranging);
      if (container.children[at] !== element) {
        container.insertBefore(element, container.children[at] ?? null);
      }
    });
  }

  /** @param {number} id */
  newCard(id) {
    const element = make("button", { class: "card", type: "button" });
    element.dataset.id = String(id);
    element.tabIndex = -1;
    this.cards.set(id, element);
    return element;
  }

  /**
   * @param {Map<number, DOMRect>} before
   * @param {DOMRect | null} start
   */
  fly(before, start) {
    for (const [id, element] of this.cards) {
      const from = before.get(id) ?? start;
      if (!from) continue;
      const to = element.getBoundingClientRect();
      const [x, y] = [from.left - to.left, from.top - to.top];
      if (Math.abs(x) + Math.abs(y) < 2) continue;
      element.animate(
        [
          { transform: `translate(${x}px, ${y}px)`, zIndex: 5 },
          { transform: "none", zIndex: 5 },
        ],
        { duration: FLIGHT, easing: "cubic-bezier(.2,.7,.2,1)" },
      );
    }
  }
}

/**
 * A small row of cards that only shows.
 * @param {string} text
 */
export function row(text) {
  const cards = cardsOf(text);
  const label = cards.length ? sayAll(cards) : "no cards";
  return make(
    "span",
    { class: "row", role: "img", "aria-label": label },
    ...cards.map((card) => make("span", { class: "card small" }, /** @type {Node} */ (picture(card)))),
  );
}
