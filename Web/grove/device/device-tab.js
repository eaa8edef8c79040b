import { MessengerError } from "../rules/model/messenger-error.js";
import { names } from "../rules/model/record-names.js";
import { Device } from "./device.js";
import { Leader } from "./leader.js";
import { locked } from "./locks.js";
import { flush } from "./outbox.js";
import { eventsFollowing, Tabs } from "./tabs.js";

/**
 * @typedef {import("../rules/model/messenger-types.js").Connection} Connection
 */

/**
 * The device in one tab: whether it is connected, which tab leads, and what all tabs are told.
 */
export class DeviceTab extends EventTarget {
  /** @type {Promise<Device> | undefined} */
  #device;
  /** @type {Tabs} */
  #tabs;
  #name;
  /** @type {Connection} */
  #connection = "connecting";
  /** @type {Leader | undefined} */
  #leader;
  /** @type {AbortController | undefined} */
  #started;
  #isPersistent = false;

  /**
   * @param {import("./local-device.js").LocalDevice} local
   * @param {string} name
   * @param {boolean} isRemoved
   */
  constructor(local, name, isRemoved) {
    super();
    this.local = local;
    this.#name = name;
    if (isRemoved) this.#connection = "signedOut";
    this.#tabs = new Tabs(name, (message) => this.#hear(message));
    local.onCommit = (changed) => {
      this.#tabs.tell({ type: "committed", names: changed });
      this.#committed(changed);
    };
    local.wake = () => {
      if (this.#leader) this.#leader.wake();
      else this.#tabs.tell({ type: "wake" });
    };
  }

  /**
   * The device with its keys and its relay.
   *
   * @returns {Promise<Device>}
   */
  async connected() {
    this.#device ??= Device.open(this.local);
    try {
      return await this.#device;
    } catch (error) {
      this.#device = undefined;
      throw error;
    }
  }

  /** @returns {Connection} */
  get connection() {
    return this.#connection;
  }
  /** Whether the browser promised to keep the storage. */
  get isPersistent() {
    return this.#isPersistent;
  }

  /** Keeps the device connected until `stop()`; every tab may start, one of them leads. */
  start() {
    if (this.#started || this.#connection === "signedOut") return;
    const { signal } = this.#started = new AbortController();
    globalThis.addEventListener?.("pagehide", () => this.#rest(), { signal });
    this.#tabs.tell({ type: "hello" });
    persisted().then((isPersistent) => (this.#isPersistent = isPersistent));
    this.#lead(signal);
  }

  /** A page that is kept for the way back would keep the next one waiting, as WebKit's does. */
  #rest() {
    this.stop();
    addEventListener("pageshow", () => this.start(), { once: true });
  }

  /** Lets another tab lead. */
  async stop() {
    this.#started?.abort();
    this.#started = undefined;
    this.#leader?.stop();
  }

  /** @param {AbortSignal} signal */
  async #lead(signal) {
    while (!signal.aborted && this.#connection !== "signedOut") {
      try {
        await locked(`${this.#name}/leader`, async () => {
          if (signal.aborted) return;
          const device = await this.connected();
          if (signal.aborted) return;
          this.#leader = new Leader(device, (state) => this.#said(state));
          await this.#leader.run();
        });
      } catch (error) {
        const isRemoved = error instanceof MessengerError && error.code === "device_removed";
        if (isRemoved) return this.#said("signedOut");
        this.#said("offline");
        if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, 5000));
      } finally {
        this.#leader = undefined;
      }
    }
  }

  /** What was stored just now is sent as soon as it can be. */
  flush() {
    // The leader sends; where there is none, this tab does. Both are right: the outbox is stored.
    if (this.#started) this.local.wake();
    else this.connected().then(flush).catch(() => undefined);
  }

  /** @param {Connection} state */
  #said(state) {
    this.#tabs.tell({ type: "connection", state });
    this.#setConnection(state);
  }

  /** @param {Connection} state */
  #setConnection(state) {
    if (this.#connection === state || this.#connection === "signedOut") return;
    this.#connection = state;
    this.#tell("connection", { state });
  }

  /** @param {string[]} changed */
  #committed(changed) {
    for (const [type, detail] of eventsFollowing(changed)) this.#tell(type, detail);
    if (changed.includes(names.counter("deviceRemoved"))) this.#setConnection("signedOut");
  }

  /** @param {string} type @param {object} detail */
  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  /**
   * @param {import("./tabs.js").TabMessage} message from another tab
   * @returns {unknown}
   */
  #hear(message) {
    switch (message.type) {
      case "committed": return this.#committed(message.names);
      case "connection": return this.#setConnection(message.state);
      case "hello":
        return this.#leader && this.#tabs.tell({ type: "connection", state: this.#connection });
      case "wake": return this.#leader?.wake();
      case "gone": return this.gone();
    }
  }

  /** The storage of this origin was cleared, by the person or by another tab. */
  gone() {
    this.stop();
    this.#setConnection("signedOut");
    this.#tell("gone", {});
  }
}

/** Asks the browser to keep what is stored. */
const persisted = async () =>
  Boolean(await globalThis.navigator?.storage?.persist?.().catch(() => false));
