import { announce, withApps } from "./send-draft.js";

/**
 * @typedef {import("../../grove/rules/model/sharing-types.js").IdentityRenewal} Renewal
 * @typedef {import("../../grove/rules/model/sharing-types.js").ShareOutcome} ShareOutcome
 */

/** More at once an app's page refuses (`owner-actions.js`). */
const maximumAtOnce = 64;

/** Milliseconds until what could not even be asked is tried again: a device that is just being added has no keys yet. */
const pauses = [2000, 5000, 15_000];

/** What comes before an app is asked. */
const notAsked = ["devices_keep_changing", "recipient_without_devices", "relay_unreachable", "app_unavailable"];

/**
 * Lets new devices of people in without a click, where the person chose so: in pages of apps that are connected with this one,
 * which ask their owner as long as they have not been told to let devices in themselves. Nobody is asked twice about one
 * device, unless a page has come since, or the choice was made anew.
 */
export class DevicesLetIn {
  #app;
  /** @type {Set<string>} */
  #asked = new Set();
  #isAtWork = false;
  #isCalledAgain = false;
  #failures = 0;

  /** @param {Pick<import("../app.js").App, "sharing" | "connected" | "isOnline">} app */
  constructor(app) {
    this.#app = app;
  }

  /** A page of an app has come, or the person has chosen: who said no before may say something else. */
  lookAnew() {
    this.#asked.clear();
    this.#failures = 0;
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
    const all = (await sharing.renewals()).filter((one) => one.reason === "device_added" && !one.isAlarmed
      && connected.has(one.collaboration.audience) && !this.#asked.has(nameOf(one)));
    return all.filter((one) => one.collaboration.audience === all[0].collaboration.audience).slice(0, maximumAtOnce);
  }

  /** @param {Renewal[]} due of one app */
  async #letIn(due) {
    const { sharing } = this.#app;
    for (const one of due) this.#asked.add(nameOf(one));
    // There may be more, or another app.
    this.#isCalledAgain = true;
    const work = async (/** @type {import("../../grove/bridge/remote-app.js").RemoteApp[]} */ apps) => {
      announce(apps, due);
      return Promise.all(due.map(({ collaboration, account }) => sharing.renewIdentities(collaboration, account)));
    };
    const outcomes = await withApps(this.#app, [due[0].collaboration.audience], work, due.map(({ collaboration }) => collaboration), true)
      .catch(() => []);
    const again = due.filter((_, index) => isNotAsked(outcomes[index]));
    if (again.length === 0 || this.#failures >= pauses.length) return;
    setTimeout(() => {
      for (const one of again) this.#asked.delete(nameOf(one));
      this.look();
    }, pauses[this.#failures]);
    this.#failures += 1;
  }
}

/** @param {Renewal} one @returns {string} for this newest list of their devices */
const nameOf = ({ account, root, since }) => `${account} ${root} ${since}`;

/** @param {ShareOutcome | undefined} outcome */
const isNotAsked = (outcome) => outcome?.outcome === "failed" && notAsked.includes(outcome.failure.code);
