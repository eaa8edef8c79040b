import { Sharing } from "../../../../Web/grove/sharing/sharing.js";
import { names } from "../../../../Web/grove/rules/model/record-names.js";
import { writeAccount } from "../../../../Web/grove/rules/model/known-account.js";
import { looked, StagedRecords } from "../../../../Web/grove/store/staged-records.js";
import { locked } from "../../../../Web/grove/device/locks.js";
import { MessengerError } from "../../../../Web/grove/rules/model/messenger-error.js";
import { decodeContent } from "../../../../Web/grove/message/content/message-content.js";
import { PreparedIdentity } from "../../../../Web/grove/message/prepared-identity.js";
import { IdentitySeed } from "../../../../Web/grove/identity/identity-seed.js";
import { open, seal, sealName } from "../../../../Web/grove/store/local-seal.js";
import { MemoryRecordStore } from "../../../../Web/grove/store/memory-record-store.js";
import { account, id } from "../../support/people.js";
import { t0 } from "../../support/vectors.js";

export const origin = "https://docs.example";
export const conversationID = id(7);

/** People who know each other, without a relay: what one sends the others receive. */
export class Company {
  devices = [];
  members = [];
  isRelayAway = false;
  isDeviceComing = false;
  /** Accounts that were given a device that cannot be written to yet. */
  arriving = new Set();
  /** Accounts whose devices changed while something was sent: the next upload is refused. */
  refusals = [];
  uploads = 0;
  /** @type {boolean[]} of each upload that was tried, whether it was to be taken now or never */
  finals = [];

  static async of(...names) {
    const company = new Company();
    for (const name of names) company.members.push(await account(name));
    for (const person of company.members) company.devices.push(await Device.of(company, person));
    return company;
  }

  /** @param {string} name */
  named(name) {
    return this.devices.find((device) => device.person.name === name);
  }
}

/** A device with a real store and real keys, and everybody else in memory. */
export class Device {
  clock = Number(t0) + 5000;
  #count = 0;

  static async of(company, person, store = new MemoryRecordStore(), own = person.devices[0]) {
    const device = new Device();
    Object.assign(device, { company, person, store, own });
    if (!(await store.get(sealName))) {
      const key = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
      await store.put(new Map([[sealName, key]]));
    }
    await device.host.change((records) => {
      for (const one of company.members) {
        const { name, chain } = one;
        writeAccount(records, { handle: name, name, chain, kemKeys: [], refreshedAt: 0 });
      }
      const members = company.members.map((one) => one.id);
      const known = records.get(`conversation/${conversationID}`);
      records.put(`conversation/${conversationID}`, known ?? {
        conversationID, members, version: 1, state: "active", lastActivityAt: 0, unread: 0,
      });
    });
    device.sharing = new Sharing(device.host);
    return device;
  }

  #host;
  get host() {
    this.#host ??= this.#make();
    return this.#host;
  }

  #make() {
    const { company, person, store, own } = this;
    const lock = crypto.randomUUID();
    return {
      accountID: person.id, deviceID: own.deviceID, store,
      relayOrigin: "https://msg.example",
      baseKey: async () => own.baseKey, now: () => (this.clock += 1), wake: () => {},
      change: (decide) => locked(lock, async () => {
        const records = new StagedRecords(store);
        const answer = await records.decide(decide);
        if (records.changes.size > 0) await store.put(structured(records.changes));
        this.written?.();
        return answer;
      }),
      look: (rule) => looked(store, rule),
      newestChain: async (one) => {
        if (company.isRelayAway) throw new MessengerError("relay_unreachable");
        const found = company.members.find((member) => member.id === one);
        if (!found) throw new MessengerError("contact_unknown");
        return found.chain;
      },
      settledChain: async (one) => (company.arriving.has(one) ? undefined : this.host.newestChain(one)),
      isDeviceComing: async () => company.isDeviceComing,
      sealContents: async ({ contents, ...message }) => ({
        envelopes: [...contents].map(([to, content]) => ({ ...message, to, content })),
      }),
      upload: async (envelopes, isFinal) => {
        company.finals.push(isFinal);
        if (company.isRelayAway) throw new MessengerError("relay_unreachable");
        const problem = company.refusals.shift();
        if (problem === "device_removed") throw new MessengerError(problem);
        if (problem) throw new MessengerError("relay_refused", undefined, problem);
        company.uploads += 1;
        for (const envelope of envelopes) await this.#deliver(envelope);
      },
      seal: (bytes) => seal(store, bytes), open: (bytes) => open(store, bytes), sync: async () => {},
      accountName: async (one) =>
        company.members.find(({ id: known }) => known === one)?.name ?? "Somebody",
      createConversation: (request) => this.createConversation(request),
      sendCopy: (...given) => this.sendCopy(...given),
    };
  }

  /** What waits in the outbox. */
  async queued() {
    return [...(await this.store.list(names.outbox())).values()].map(({ operation }) => operation.message);
  }

  /** Hands over what waits in the outbox. */
  async flush() {
    const waiting = await this.store.list(names.outbox());
    await this.store.put(new Map([...waiting.keys()].map((name) => [name, undefined])));
    for (const { operation: { message: { accounts, ...message } } } of waiting.values()) {
      for (const to of accounts) await this.#deliver({ ...message, to });
    }
  }

  async #deliver({ contentType, messageID, to, content }) {
    const receiver = this.company.devices.find(({ person }) => person.id === to);
    if (!receiver || receiver === this) return;
    this.#count += 1;
    await receiver.take(this, decodeContent(contentType, content), { messageID });
  }

  /** @param {Device} from */
  async take(from, content, { messageID = id(99), isFromRemovedDevice = false } = {}) {
    const { hooks } = this.sharing;
    return this.host.change((records) => hooks.receive(content, {
      message: {
        messageID, sender: from.person.id, senderDevice: from.own.deviceID, isFromRemovedDevice,
        body: { sentAt: BigInt(this.clock) },
      },
      conversationID, myChain: this.person.chain, isRefreshed: false, now: this.clock,
    }, records));
  }

  /** The same device in a new program: only what was stored is left. */
  async restarted(company = this.company) {
    const store = new MemoryRecordStore();
    await store.put(structured(await this.store.list("")));
    const device = await Device.of(company, this.person, store);
    const place = company.devices.findIndex(({ person }) => person === this.person);
    company.devices[place] = device;
    return device;
  }

  /** Lines of the conversation. */
  async lines() {
    return [...(await this.store.list(`item/${conversationID}/`)).values()];
  }
}

/** As a store would: nothing is shared with who wrote it. CryptoKeys are copied by reference. */
const structured = (changes) => new Map([...changes].map(([name, value]) => [name, copied(value)]));

function copied(value) {
  if (typeof value !== "object" || value === null || value instanceof CryptoKey) return value;
  if (value instanceof Blob) return value;
  if (value instanceof Uint8Array) return value.slice();
  if (value instanceof Map) return new Map([...value].map(([key, one]) => [key, copied(one)]));
  if (value instanceof Set) return new Set(value);
  if (Array.isArray(value)) return value.map(copied);
  if (Object.getPrototypeOf(value) !== Object.prototype) throw new Error("cannot be stored");
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, copied(one)]));
}

/** An app and its server: idempotent by action, as protocol 9.3 wants it. */
export class App {
  origin = origin;
  name = "Recipes";
  asked = [];
  collaborations = new Map();
  #done = new Map();
  #instead = {};

  /**
   * Asks its owner the next time: `answer(true)` is their yes, a withdrawal before it comes in time.
   */
  ask(action) {
    this.asksItsOwner = true;
    return new Promise((asked) => {
      this.next(action, (work) => new Promise((resolve) => {
        let isOpen = true;
        const refuse = (reason) => resolve({ ok: false, reason, isUnchanged: true });
        this.withdraw = () => isOpen && refuse("It was withdrawn.");
        asked((yes) => {
          isOpen = false;
          if (yes) setTimeout(() => resolve(work()), 20);
          else refuse("It was not allowed.");
        });
      }));
    });
  }

  /** What happens the next time instead. */
  next(action, behave) {
    this.#instead[action] = behave;
  }

  #do(action, id, work) {
    this.asked.push(action);
    const instead = this.#instead[action];
    delete this.#instead[action];
    if (instead) return instead(work);
    return this.#once(id, work);
  }

  async #once(id, work) {
    if (!this.#done.has(id)) this.#done.set(id, work());
    return this.#done.get(id);
  }

  start({ actionID }) {
    return this.#do("start", actionID, () => {
      const collaborationID = `doc-${this.collaborations.size}`;
      this.collaborations.set(collaborationID, new Set());
      return { ok: true, link: `${origin}/d/${collaborationID}`, collaborationID, epoch: "1" };
    });
  }

  updateParticipants({ actionID, collaborationID, added, removed, replaced }) {
    return this.#do("participants", actionID, () => {
      const roots = this.collaborations.get(collaborationID);
      if (!roots) return { ok: false, reason: "gone" };
      for (const root of [...removed, ...replaced.map((one) => one.old)]) roots.delete(root);
      for (const root of [...added, ...replaced.map((one) => one.new)]) roots.add(root);
      return { ok: true };
    });
  }

  shareCancelled({ collaborationID, actionID }) {
    return this.#do("cancelled", `${actionID} cancelled`, () => {
      const made = collaborationID ?? [...this.collaborations.keys()].at(-1);
      if (this.collaborations.get(made)?.size === 0) this.collaborations.delete(made);
      return { ok: true };
    });
  }
}

/** Puts a document into the compose field of a device. */
export async function staged(device, text = "") {
  const metadata = { localIdentifier: "local", title: "Baking" };
  const sheet = await device.sharing.shareSheet({ metadata }, { origin, name: "Recipes" });
  const others = device.company.members.filter(({ id: one }) => one !== device.person.id);
  sheet.chooseConversation(conversationID, others.map(({ id: one }) => one));
  sheet.text = text;
  return (await device.sharing.stage(sheet)).draftID;
}

export const jobs = async (device) => [...(await device.store.list(names.job(""))).values()];

/** Waits until a device has nothing under way. */
export async function settled(device) {
  for (let turn = 0; turn < 500; turn += 1) {
    if ((await jobs(device)).length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error("still under way");
}

let count = 0;
/** Where an invitation made by hand leads. */
export const place = { audience: origin, collaborationID: "doc-1" };

/** An invitation from one person to another, as a message holds it. */
export async function invitation(from, to, changes = {}) {
  count += 1;
  const at = { ...place, ...changes };
  const seed = new IdentitySeed(new Uint8Array(32).fill(count));
  const identity = await PreparedIdentity.derive(at, to.person.chain.newest, seed);
  const own = { account: from.person.id, root: id(200, 32) };
  return {
    type: "invitation", link: `${origin}/d/1`, ...at, title: "Baking", optionsSummary: "All",
    identity: identity.invited, identityMap: [own, { account: to.person.id, root: identity.root }],
    epoch: BigInt(count), ...changes,
  };
}
