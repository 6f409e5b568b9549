// @ts-check
// A turn in the making: what the player has moved, and what the server says of it.

import { keep, kept } from "./dom.js";
import { EMPTY, Moving, ofDraft, ofView, readStep, stepsTo, stepsToDeclare } from "./layout.js";
import { cardsOf, sayFault, signs } from "./words.js";

/** @typedef {Record<string, any>} Message */
/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {{steps: string[], ids: number[], asked?: boolean}} Action */
/** @typedef {{from?: Map<number, DOMRect>}} Flight */

const DEBOUNCE = 60;

/**
 * @typedef {object} Hooks
 * @property {string} room
 * @property {(message: Message) => Promise<Message>} ask
 * @property {(flight?: Flight) => void} changed
 * @property {(text: string) => void} notice
 * @property {(id: number) => void} joker a joker was put down, and stands for no card yet
 * @property {(hand: string) => string} sorted
 */

export class Desk {
  /** @param {Hooks} hooks */
  constructor(hooks) {
    this.hooks = hooks;
    this.key = `draft:${hooks.room}`;
    /** The layout before the turn's first step. @type {Layout} */
    this.base = EMPTY;
    /** @type {Layout} */
    this.layout = EMPTY;
    /** @type {Action[]} */
    this.actions = [];
    /** @type {Message | null} */
    this.answer = null;
    /** @type {Message | null} */
    this.position = null;
    /** @type {Set<number>} */
    this.chosen = new Set();
    this.arranging = false;
    this.timer = 0;
    this.revision = 0;
    this.said = "";
    this.toSay = false;
    this.begun = false;
  }

  /**
   * Follow the game to a new position. A draft goes on if its table has stayed.
   * @param {Layout} layout
   * @param {Message} position
   */
  follow(layout, position) {
    const before = this.position?.view.round;
    const round = position.view.round;
    this.position = position;
    this.arranging = position.may_meld;
    const stays = this.arranging && before?.table === round.table;
    if (!stays) this.actions = [];
    if (this.arranging && !this.begun && !this.actions.length) this.actions = this.saved(round.table);
    this.begun = true;
    if (stays) {
      this.base = ofView(this.base, this.hooks.sorted(round.hand), round.table);
    } else {
      this.base = layout;
    }
    if (!this.actions.length) this.answer = null;
    this.rebuild();
    this.save();
    if (this.actions.length) this.send();
  }

  /** @param {string} table */
  saved(table) {
    const saved = kept(sessionStorage, this.key);
    return saved?.table === table && Array.isArray(saved.actions) ? saved.actions : [];
  }

  save() {
    const table = this.position?.view.round?.table;
    const draft = this.actions.length ? { table, actions: this.actions } : null;
    keep(sessionStorage, this.key, draft);
  }

  /** Make all actions again from the layout before the turn. */
  rebuild() {
    const moving = new Moving(this.base);
    for (const { steps, ids } of this.actions) {
      for (const text of steps) moving.make(readStep(text), { wish: ids });
    }
    this.layout = moving.layout;
    const there = new Set([...this.layout.hand, ...this.layout.melds.flatMap((m) => m.cards)].map((c) => c.id));
    for (const id of this.chosen) if (!there.has(id)) this.chosen.delete(id);
  }

  get next() {
    const numbers = [...this.base.melds, ...this.layout.melds].map((meld) => meld.number);
    const made = this.actions.flatMap(({ steps }) => steps.flatMap((text) => readStep(text).to ?? []));
    return Math.max(0, ...numbers, ...made) + 1;
  }

  // What the player does.

  /** @param {number} id */
  choose(id) {
    if (!this.chosen.delete(id)) this.chosen.add(id);
    this.hooks.changed();
  }

  /**
   * Select all the cards of the meld in which a card lies.
   * @param {number} id
   */
  chooseMeld(id) {
    for (const one of this.spotOf(id)?.meld.cards ?? []) this.chosen.add(one.id);
    this.hooks.changed();
  }

  chooseNone() {
    this.chosen.clear();
    this.hooks.changed();
  }

  /**
   * @param {number[]} ids
   * @param {number | "new" | "hand"} target
   * @param {Map<number, DOMRect>} from
   */
  bring(ids, target, from = new Map()) {
    if (!this.arranging) {
      this.say("You can move cards once you have drawn, in your turn.");
      this.hooks.changed({ from });
      return;
    }
    const steps = stepsTo(this.layout, ids, target, this.next);
    this.chosen.clear();
    if (steps.length) this.act({ steps, ids }, from);
    else this.hooks.changed({ from });
  }

  /**
   * @param {number} id
   * @param {string} face
   */
  declare(id, face) {
    const spot = this.spotOf(id);
    if (!spot) return;
    this.chosen.clear();
    this.act({ steps: stepsToDeclare(spot.meld, spot.card, face), ids: [id] });
  }

  /**
   * @param {Action} action
   * @param {Map<number, DOMRect>} from
   */
  act(action, from = new Map()) {
    this.actions.push(action);
    this.changed(from);
  }

  undo() {
    this.actions.pop();
    this.changed();
  }

  clear() {
    this.actions = [];
    this.changed();
  }

  /**
   * Put steps in the place of all that was done.
   * @param {string[]} steps
   */
  replace(steps) {
    this.actions = [{ steps, ids: [] }];
    this.changed();
  }

  resort() {
    const order = (/** @type {Layout} */ layout) => {
      const cards = this.hooks.sorted(layout.hand.map(({ card }) => card).join(" "));
      return ofView(layout, cards, "").hand;
    };
    this.base = { ...this.base, hand: order(this.base) };
    this.layout = { ...this.layout, hand: order(this.layout) };
    this.hooks.changed();
  }

  changed(from = new Map()) {
    this.rebuild();
    this.answer = null;
    this.revision += 1;
    this.save();
    this.hooks.changed({ from });
    if (this.actions.length) {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => void this.send(), DEBOUNCE);
    }
  }

  /** Ask the server what it makes of the steps. */
  async send() {
    const revision = this.revision;
    const steps = this.actions.flatMap((action) => action.steps);
    const number = this.position?.number;
    const answer = await this.hooks.ask({ type: "draft", number, steps });
    if (revision !== this.revision || number !== this.position?.number) return;
    if (answer.type !== "draft") {
      if (answer.code !== "LOST" && !answer.code.startsWith("NUMBER")) this.say(answer.sentence);
      this.hooks.changed();
      return;
    }
    if (answer.refused) {
      this.giveUp(answer);
      return;
    }
    this.answer = answer;
    const hand = this.hooks.sorted(answer.draft.hand);
    this.layout = ofDraft(this.layout, { hand, places: answer.draft.places });
    this.hooks.changed();
    this.offerJoker();
  }

  /**
   * Take back the action in which a step was refused, and say why it was.
   * @param {Message} answer
   */
  giveUp(answer) {
    let left = answer.taken;
    const at = this.actions.findIndex(({ steps }) => (left -= steps.length) < 0);
    this.actions = this.actions.slice(0, Math.max(at, 0));
    const { faults, sentence } = answer.refused;
    this.say(faults.length ? faults.map(sayFault).join(" ") : sentence);
    this.changed();
  }

  /** Ask at once for what a joker stands for when it has just been put down. */
  offerJoker() {
    const last = this.actions[this.actions.length - 1];
    if (!last || last.asked) return;
    last.asked = true;
    const put = last.steps.some((text) => text.startsWith("put down * from hand"));
    const joker = put && this.layout.melds.flatMap((m) => m.cards).find((c) => c.card === "*" && last.ids.includes(c.id));
    if (joker) this.hooks.joker(joker.id);
  }

  // What there is to see.

  /** @param {string} text */
  say(text) {
    this.said = text;
    this.toSay = true;
  }

  /** Whether there is something to say, once. */
  take() {
    const due = this.toSay;
    this.toSay = false;
    return due;
  }

  /** Whether the server has said what it makes of the table as it is. */
  get judged() {
    return this.answer !== null || !this.actions.length;
  }

  /** The play in notation, if the draft is whole. @returns {string | null} */
  get whole() {
    return this.answer?.play ?? null;
  }

  /** What keeps the draft from being whole, in words. */
  complaint() {
    if (!this.actions.length) return "Put at least one card of your hand on the table first.";
    if (!this.answer) return "";
    if (this.answer.play !== null) return `Legal: lay down ${signs(cardsOf(this.answer.played))}.`;
    const broken = Object.keys(this.answer.by_meld).length;
    const whole = this.answer.faults.map(sayFault).join(" ");
    const melds = broken ? `${broken === 1 ? "One meld is" : `${broken} melds are`} not legal yet.` : "";
    return `${whole} ${melds}`.trim();
  }

  /** @param {number} number */
  fitting(number) {
    return cardsOf(this.answer?.jokers[number] ?? "");
  }

  /** @param {number} id */
  spotOf(id) {
    for (const meld of this.layout.melds) {
      const found = meld.cards.find((one) => one.id === id);
      if (found) return { meld, card: found.card };
    }
    return null;
  }

  chosenCards() {
    const all = [...this.layout.hand, ...this.layout.melds.flatMap((meld) => meld.cards)];
    return all.filter(({ id }) => this.chosen.has(id));
  }

  /**
   * The cards of the hand that a text names.
   * @param {string} text
   * @returns {Set<number>}
   */
  inHand(text) {
    const names = cardsOf(text);
    const found = new Set();
    for (const { id, card } of this.layout.hand) if (names.includes(card)) found.add(id);
    return found;
  }

  look() {
    const atFirst = new Set(this.base.hand.map(({ id }) => id));
    const fresh = this.layout.melds.flatMap((meld) => meld.cards).filter(({ id }) => atFirst.has(id));
    const before = new Map(this.base.melds.map((meld) => [meld.number, same(meld)]));
    const touched = this.layout.melds.filter((meld) => before.get(meld.number) !== same(meld));
    /** @type {Map<number, string[]>} */
    const faults = new Map();
    for (const [number, found] of Object.entries(this.answer?.by_meld ?? {})) {
      faults.set(Number(number), found.map(sayFault));
    }
    return {
      chosen: this.chosen,
      fresh: new Set(fresh.map(({ id }) => id)),
      touched: new Set(touched.map((meld) => meld.number)),
      judged: this.judged,
      faults,
      arranging: this.arranging,
    };
  }
}

/** @param {import("./layout.js").Pile} meld */
const same = (meld) => meld.cards.map(({ card }) => card).sort().join(" ");
