/**
 * All tabs of the origin are one device. Whatever one of them commits or learns about the
 * connection, the others are told; who starts late asks.
 *
 * @typedef {import("../rules/model/messenger-types.js").Connection} Connection
 * @typedef {{ type: "committed", names: string[] } | { type: "connection", state: Connection }
 *   | { type: "hello" } | { type: "wake" } | { type: "gone" }} TabMessage
 * @typedef {[type: string, detail: { [member: string]: unknown, positions?: number[] }]} TabEvent
 */
export class Tabs {
  #channel;

  /**
   * @param {string} name
   * @param {(message: TabMessage) => void} hear what another tab says
   */
  constructor(name, hear) {
    // Without Web Locks there is one program and no tabs.
    const isNeeded = globalThis.navigator?.locks && typeof BroadcastChannel === "function";
    this.#channel = isNeeded ? new BroadcastChannel(name) : undefined;
    if (this.#channel) this.#channel.onmessage = ({ data }) => hear(data);
    // In programs that are no pages an open channel would be a reason to stay.
    /** @type {{ unref?: () => void } | undefined} */ (this.#channel)?.unref?.();
  }

  /** @param {TabMessage} message */
  tell(message) {
    this.#channel?.postMessage(message);
  }

  close() {
    this.#channel?.close();
  }
}

/**
 * What an interface is told after these records were committed.
 *
 * @param {string[]} names
 * @returns {TabEvent[]}
 */
export function eventsFollowing(names) {
  /** @type {Map<string, TabEvent>} */
  const events = new Map();
  for (const name of names) {
    const [kind, first, ...rest] = name.split("/");
    const one = eventOf(kind, first, rest.join("/"));
    if (!one) continue;
    const [type, detail] = one;
    const key = JSON.stringify([type, { ...detail, positions: undefined }]);
    const known = events.get(key);
    if (known?.[1].positions) known[1].positions.push(...(detail.positions ?? []));
    else events.set(key, one);
  }
  return [...events.values()];
}

/**
 * @param {string} kind
 * @param {string} first
 * @param {string} rest
 * @returns {TabEvent | undefined}
 */
function eventOf(kind, first, rest) {
  switch (kind) {
    case "item": return ["thread", { conversationID: first, positions: [Number(rest)] }];
    case "reading":
    case "attention":
    case "conversation": return ["conversations", { conversationID: first }];
    case "account": return ["accounts", { accountID: first }];
    case "sharing": return ["sharing", { kind: first, key: rest }];
    case "raising": return ["raising", {}];
    case "alarm": return ["alarms", {}];
    case "outbox": return ["outbox", {}];
    default: return undefined;
  }
}
