import { malformed } from "../encoding/grove-error.js";

/** Of a line, and of an event of many lines. An envelope of the largest size in base64 is a tenth of this. */
const maximumLine = 1 << 20;

/**
 * Turns the bytes of an event stream into events, however they are cut (WHATWG HTML). Written here
 * because EventSource cannot send the Authorization header.
 *
 * @typedef {{ name: string, data: string }} ServerSentEvent
 */
export class EventStreamParser {
  #decoder = new TextDecoder();
  #rest = "";
  #name = "";
  /** @type {string[]} */
  #data = [];
  #count = 0;

  /**
   * @param {Uint8Array} bytes
   * @returns {ServerSentEvent[]}
   * @throws {GroveError} `malformed` for a line or an event above 1 MiB.
   */
  feed(bytes) {
    const text = this.#rest + this.#decoder.decode(bytes, { stream: true });
    // A CR at the end may be half of a line end.
    const whole = text.endsWith("\r") ? text.slice(0, -1) : text;
    const lines = whole.split(/\r\n|\r|\n/);
    this.#rest = (lines.pop() ?? "") + text.slice(whole.length);
    if (this.#rest.length > maximumLine) throw malformed("event");
    return lines.flatMap((line) => this.#end(line));
  }

  /** @param {string} line @returns {ServerSentEvent[]} */
  #end(line) {
    if (line === "") return this.#dispatch();
    const [, field, value] = /^([^:]*)(?:: ?([\s\S]*))?$/.exec(line) ?? [];
    if (field === "event") this.#name = value ?? "";
    if (field === "data") {
      this.#count += (value ?? "").length + 1;
      if (this.#count > maximumLine) throw malformed("event");
      this.#data.push(value ?? "");
    }
    return [];
  }

  #dispatch() {
    const event = { name: this.#name, data: this.#data.join("\n") };
    const isThere = this.#data.length > 0;
    [this.#name, this.#data, this.#count] = ["", [], 0];
    return isThere ? [event] : [];
  }
}
