// @ts-check
// The connection to the server: it comes back by itself, and no move is lost or made twice.

/** @typedef {Record<string, any>} Message */

export class Channel {
  /**
   * @param {string} room
   * @param {{message: (message: Message) => void, state: (connected: boolean) => void}} hears
   */
  constructor(room, hears) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.address = `${scheme}://${location.host}/ws/${encodeURIComponent(room)}`;
    this.hears = hears;
    /** @type {string | null} */
    this.token = null;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.replies = 0;
    /** @type {Map<number, (message: Message) => void>} */
    this.waiting = new Map();
    /** A move or deal that the server has not acknowledged. @type {Message | null} */
    this.open = null;
    this.wait = 250;
    this.welcomed = false;
    this.ended = false;
  }

  connect() {
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.addEventListener("open", () => this.send({ type: "hello", token: this.token }));
    socket.addEventListener("message", (event) => this.heard(JSON.parse(event.data)));
    socket.addEventListener("close", () => this.lost());
  }

  /** @param {Message} message */
  heard(message) {
    if (message.type === "welcome") {
      this.wait = 250;
      this.welcomed = true;
      this.hears.state(true);
    }
    if (message.type === "refused" && message.code === "NO_SUCH_ROOM") this.ended = true;
    const answers = message.reply === null ? undefined : this.waiting.get(message.reply);
    if (answers) {
      this.waiting.delete(message.reply);
      if (this.open?.reply === message.reply) this.open = null;
      answers(message);
    } else {
      this.hears.message(message);
    }
    // What was under way when the connection broke is said again; the server knows its number.
    if (message.type === "position" && this.welcomed && this.open && !this.open.said) {
      this.send(this.open);
    }
  }

  lost() {
    this.welcomed = false;
    if (this.open) this.open.said = false;
    for (const [reply, answers] of this.waiting) {
      if (reply === this.open?.reply) continue;
      this.waiting.delete(reply);
      answers({ type: "refused", code: "LOST", sentence: "The connection was lost.", faults: [] });
    }
    this.hears.state(false);
    if (this.ended) return;
    setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(this.wait * 2, 5000);
  }

  /** @param {Message} message */
  send(message) {
    message.reply ??= ++this.replies;
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    const { said, ...fields } = message;
    if (this.open === message) message.said = true;
    this.socket.send(JSON.stringify(fields));
  }

  /**
   * Ask, and wait for the answer.
   * @param {Message} message
   * @returns {Promise<Message>}
   */
  ask(message) {
    return new Promise((resolve) => {
      message.reply = ++this.replies;
      this.waiting.set(message.reply, resolve);
      if (message.type === "move" || message.type === "deal") this.open = message;
      if (this.welcomed) this.send(message);
    });
  }
}
