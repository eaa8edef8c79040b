import { isHeld, released } from "./try-locked.js";

/**
 * Looks after shares that another tab runs, and says when this tab has to go on with something. So a
 * page beside the one that shares needs nothing of what shares.
 */
export class ShareWatch {
  #internal;
  #apps;
  #again;
  /**
   * Procedures other tabs run.
   *
   * @type {Set<string>}
   */
  #awaited = new Set();

  /**
   * @param {any} internal of the messenger
   * @param {Map<string, unknown>} apps that are here, by origin
   * @param {() => Promise<void>} again looks again what there is to go on with
   */
  constructor(internal, apps, again) {
    this.#internal = internal;
    this.#apps = apps;
    this.#again = again;
  }

  /** @param {string} procedureID who holds it runs the share; it ends with the tab */
  lockOf(procedureID) {
    return `grove-share/${this.#internal.deviceID}/${procedureID}`;
  }

  /**
   * Shares that can go on in this tab, as far as apps are needed.
   *
   * @returns {Promise<import("./share-state.js").ShareState[]>}
   */
  async ready() {
    const jobs = [...(await this.#internal.read.list("sharing/job/")).values()];
    return jobs.map(({ state }) => state).filter(({ phase, origin }) =>
      (phase !== "staged" && phase !== "compensating") || this.#apps.has(origin));
  }

  /** Whether something waits that no other tab is about. */
  async isDeskCalledFor() {
    const { read } = this.#internal;
    let isCalledFor = false;
    for (const { procedureID } of await this.ready()) {
      if (await isHeld(this.lockOf(procedureID))) this.wait(procedureID);
      // Whoever held it may have ended the share just now.
      else if (await read.get(`sharing/job/${procedureID}`)) isCalledFor = true;
    }
    const others = await Promise.all(["pending", "changed-devices"].map((kind) =>
      read.page(`sharing/${kind}/`, { limit: 1 })));
    return isCalledFor || others.some(({ length }) => length > 0);
  }

  /** @param {string} procedureID that another tab is about: looks again when it is done, or closed */
  wait(procedureID) {
    if (this.isAwaited(procedureID)) return;
    this.#awaited.add(procedureID);
    released(this.lockOf(procedureID)).then(() => {
      this.#awaited.delete(procedureID);
      return this.#again();
    }).catch(() => undefined);
  }

  /** @param {string} procedureID */
  isAwaited(procedureID) {
    return this.#awaited.has(procedureID);
  }
}
