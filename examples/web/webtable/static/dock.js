// @ts-check
// What the player can do, as buttons.

import { byId, make } from "./dom.js";

/** @typedef {Record<string, any>} Message */
/** @typedef {{seat: number | null, sort: "suit" | "rank", glow: boolean}} Page */

/**
 * @typedef {object} Acts
 * @property {import("./desk.js").Desk} desk
 * @property {import("./hint.js").Hint} hint
 * @property {(move: string) => void} play
 * @property {() => void} layDown
 * @property {(target: string) => void} bring
 * @property {(id: number) => void} declare
 * @property {() => void} scores
 * @property {() => void} sort
 * @property {() => void} glow
 */

/**
 * @param {string} text
 * @param {() => void} click
 * @param {Record<string, string | boolean>} more
 */
const button = (text, click, more = {}) => make("button", { type: "button", click, ...more }, text);

/** The look of what is to be done next. @type {Record<string, string>} */
const PRIMARY = { class: "primary" };

export class Dock {
  /** @param {Acts} acts */
  constructor(acts) {
    this.acts = acts;
    /** How each box looks, so that a button which stays is not taken from under a finger. */
    this.looks = new Map();
  }

  /**
   * @param {Message | null} position
   * @param {Page} page
   */
  show(position, page) {
    const seated = page.seat !== null && position !== null;
    this.put("chosen", this.chosen());
    this.put("actions", seated ? this.actions(position) : []);
    this.put("tools", seated && position.view.round ? this.tools(page) : []);
  }

  chosen() {
    const { desk, bring, declare } = this.acts;
    const cards = desk.chosenCards();
    if (!cards.length || !desk.arranging) return [];
    const lying = cards.some(({ id }) => desk.spotOf(id));
    /** @type {HTMLElement[]} */
    const parts = [
      make("span", {}, `${cards.length} selected`),
      button("New meld", () => bring("new-meld")),
    ];
    if (lying) parts.push(button("Take back", () => bring("hand")));
    if (lying && cards.length === 1 && cards[0].card.endsWith("*")) {
      parts.push(button("Stands for…", () => declare(desk.chosenCards()[0].id)));
    }
    parts.push(button("Clear", () => desk.chooseNone()));
    return parts;
  }

  /** @param {Message} position */
  actions({ legal, view, awaits_deal: awaitsDeal }) {
    const { desk, play, layDown, scores } = this.acts;
    const drawn = view.round?.turn.drawn ?? 0;
    const parts = [];
    if (desk.arranging) {
      parts.push(button("Lay down", layDown, desk.whole ? PRIMARY : { "aria-disabled": "true" }));
      if (desk.actions.length) {
        parts.push(button("Undo", () => desk.undo()), button("Undo all", () => desk.clear()));
      }
    }
    if (legal.includes("draw")) {
      const first = drawn === 0;
      const text = first ? "Draw a card" : `Draw card ${drawn + 1}`;
      parts.push(button(text, () => play("draw"), first ? PRIMARY : {}));
    }
    if (legal.includes("knock")) {
      parts.push(button("Knock", () => play("knock"), PRIMARY));
    }
    if (legal.includes("end")) {
      parts.push(button("End turn", () => play("end"), desk.arranging ? {} : PRIMARY));
    }
    if (awaitsDeal && view.round) {
      parts.push(button("Deal the next round", () => play("deal"), PRIMARY));
    }
    if (view.round?.turn.phase === "over") parts.push(button("Score sheet", scores));
    return parts;
  }

  /** @param {Page} page */
  tools(page) {
    const { desk, hint, sort, glow } = this.acts;
    const by = page.sort === "suit" ? "By rank" : "By suit";
    const parts = [
      button(by, sort, { "aria-label": `Sort ${by.toLowerCase()}` }),
      button("Glow", glow, {
        "aria-label": "Glow: show the cards that can be played",
        "aria-pressed": String(page.glow),
      }),
    ];
    if (desk.arranging) parts.push(button(hint.label, () => void hint.more()));
    return parts;
  }

  /**
   * Put buttons in the place of others; the one that has the focus keeps it if it is there again.
   * @param {string} id
   * @param {HTMLElement[]} parts
   */
  put(id, parts) {
    const look = parts.map((part) => part.outerHTML).join("");
    if (this.looks.get(id) === look) return;
    this.looks.set(id, look);
    const box = byId(id);
    const focused = document.activeElement;
    const inside = focused && box.contains(focused);
    const text = focused?.textContent;
    box.replaceChildren(...parts);
    box.classList.toggle("none", parts.length === 0);
    if (!inside) return;
    const buttons = [...box.querySelectorAll("button")];
    const again = buttons.find((one) => one.textContent === text) ?? buttons[0];
    const card = document.querySelector("#hand .card[tabindex='0']");
    const next = again ?? card;
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  }
}
