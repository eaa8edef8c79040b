import { announce, withApps } from "./send-draft.js";

/** @typedef {import("../../grove/rules/model/sharing-types.js").IdentityRenewal} Renewal */

/** More at once an app's page refuses (`owner-actions.js`). */
const maximumAtOnce = 64;

/**
 * Milliseconds until what no app could be asked about is tried again, and so often: a device that is just being added has no
 * keys yet, or the relay is away.
 */
const pauses = [2000, 5000, 15_000];

/**
 * Lets new devices of people in without a click, where the person chose so: in pages of apps that are connected with this one,
 * which ask their owner as long as they have not been told to let devices in themselves. Whoever was asked is not asked again
 * about that device, unless a page has come since, or the choice was made anew.
 */
export class DevicesLetIn {
  #app;
  /**
   * What was tried, how often, and from when on it may be again (milliseconds since 1970).
   *
   * @type {Map<string, { tries: number, from: number }>}
   */
  #tried = new Map();
  /** @type {Set<string>} */
  #answered = new Set();
  #isAtWork = false;
  #isCalledAgain = false;

  /** @param {Pick<import("../app.js").App, "sharing" | "connected" | "isOnline">} app */
  constructor(app) {
    this.#app = app;
  }

  /** A page of an app has come, or the person has chosen: who said no before may say something else. */
  lookAnew() {
    this.#answered.clear();
    this.lookAgain();
  }

  /** The relay is back, say. */
  lookAgain() {
    this.#tried.clear();
    this.look();
  }

  /** Something may be due. */
  look() {
    this.#isCalledAgain = true;
    if (!this.#isAtWork) void this.#work().catch(() => {});
  }

  async #work() {
    this.#isAtWork = true;
    try {
      while (this.#isCalledAgain) {
        this.#isCalledAgain = false;
        const due = await this.#due();
        if (due.length > 0) await this.#letIn(due);
      }
    } finally {
      this.#isAtWork = false;
    }
  }

  /** @returns {Promise<Renewal[]>} of one app */
  async #due() {
    const { sharing, connected, isOnline } = this.#app;
    if (!isOnline || !(await sharing.letsDevicesIn())) return [];
    const now = Date.now();
    const all = (await sharing.renewals()).filter((one) => one.reason === "device_added" && !one.isAlarmed
      && connected.has(one.collaboration.audience) && !this.#answered.has(nameOf(one))
      && (this.#tried.get(nameOf(one))?.from ?? now) <= now);
    return all.filter((one) => one.collaboration.audience === all[0].collaboration.audience).slice(0, maximumAtOnce);
  }

  /** @param {Renewal[]} due of one app */
  async #letIn(due) {
    const { sharing } = this.#app;
    let wasAsked = false;
    const work = async (/** @type {import("../../grove/bridge/remote-app.js").RemoteApp[]} */ apps) => {
      const before = apps.map(({ asked }) => asked);
      announce(apps, due);
      await Promise.allSettled(due.map(({ collaboration, account }) => sharing.renewIdentities(collaboration, account)));
      // By whatever it was asked: registering an app makes what is due, too.
      wasAsked = apps.some(({ asked }, index) => asked > before[index]);
    };
    await withApps(this.#app, [due[0].collaboration.audience], work, due.map(({ collaboration }) => collaboration), true).catch(() => {});
    for (const one of due) {
      if (wasAsked) this.#answered.add(nameOf(one));
      else this.#tryAgain(nameOf(one));
    }
    // There may be more, or another app.
    this.#isCalledAgain = true;
  }

  /** @param {string} name */
  #tryAgain(name) {
    const tries = this.#tried.get(name)?.tries ?? 0;
    const pause = pauses[tries] ?? Infinity;
    this.#tried.set(name, { tries: tries + 1, from: Date.now() + pause });
    if (pause < Infinity) setTimeout(() => this.look(), pause + 1);
  }
}

/** @param {Renewal} one @returns {string} for this newest list of their devices */
const nameOf = ({ account, root, since }) => `${account} ${root} ${since}`;
