import { isHeld, released, tryLocked } from "../device/locks.js";
import { names } from "../rules/model/record-names.js";
import { all } from "../rules/model/records.js";
import { ShareProcedure } from "../rules/sharing/share-procedure.js";
import { CancelSignal } from "./cancel-signal.js";
import { ShareRunner } from "./share-runner.js";

/**
 * @typedef {import("../rules/sharing/share-job.js").ShareJob} ShareJob
 * @typedef {import("../rules/sharing/share-state.js").ShareEvent} ShareEvent
 * @typedef {import("../rules/model/sharing-types.js").CollaborationApp} CollaborationApp
 */

/** Seconds an app has for one action, unless it says otherwise. */
const timeLimit = 30;

/**
 * The shares under way: who runs which, and who cancels it. A share is run by one tab at a time, the
 * one whose app is here; when that tab goes, its lock does, and another takes the share to its right
 * end.
 */
export class Shares {
  #host;
  #apps;
  #again;
  /** @type {Map<string, CancelSignal>} */
  #running = new Map();
  /**
   * Procedures other tabs run.
   *
   * @type {Set<string>}
   */
  #awaited = new Set();
  /**
   * What this tab runs, or tries to.
   *
   * @type {Set<Promise<unknown>>}
   */
  #works = new Set();
  #channel;

  /**
   * @param {import("./sharing-host.js").SharingHost} host
   * @param {Map<string, CollaborationApp>} apps that are here, by origin
   * @param {() => Promise<void>} again looks again what there is to go on with
   */
  constructor(host, apps, again) {
    this.#host = host;
    this.#apps = apps;
    this.#again = again;
    // Only tabs need it; a program would be kept alive by it.
    if (globalThis.navigator?.locks && globalThis.window) {
      this.#channel = new BroadcastChannel(`grove-shares ${host.deviceID}`);
      this.#channel.onmessage = ({ data }) => this.#running.get(String(data))?.raise();
    }
  }

  /** @param {string} procedureID who holds it runs the share; it ends with the tab */
  #lockOf(procedureID) {
    return `grove-share/${this.#host.deviceID}/${procedureID}`;
  }

  /**
   * Runs a job, one at a time.
   *
   * @param {string} procedureID
   * @param {() => Promise<ShareJob | undefined>} prepare the stored job, while nobody else runs it
   * @param {ShareEvent} [event] absent: from wherever it stands
   * @param {AbortSignal} [cancelled] the person does not want it any more
   * @returns {Promise<ShareProcedure | undefined>} as soon as it is known how it ends; nothing
   *   where there was nothing to run
   */
  run(procedureID, prepare, event, cancelled) {
    return new Promise((resolve, reject) => {
      const work = tryLocked(this.#lockOf(procedureID), async () => {
        const job = await prepare();
        if (job) await this.#carryOn(job, event, resolve, cancelled);
      });
      this.#works.add(work);
      work.finally(() => this.#works.delete(work)).then((isOurs) => {
        if (!isOurs) this.#wait(procedureID);
        resolve(undefined);
      }, reject);
    });
  }

  /**
   * @param {ShareJob} job
   * @param {ShareEvent | undefined} event
   * @param {(procedure: ShareProcedure) => void} decided
   * @param {AbortSignal} [cancelled]
   */
  async #carryOn(job, event, decided, cancelled) {
    const { procedureID, phase } = job.state;
    const cancel = new CancelSignal();
    this.#running.set(procedureID, cancel);
    cancelled?.addEventListener("abort", () => cancel.giveUp());
    if (cancelled?.aborted) cancel.giveUp();
    try {
      const runner = new ShareRunner(job, this.#host, {
        app: (origin) => this.#apps.get(origin), timeLimit, cancelled: cancel.signal,
        close: () => cancel.close(),
      });
      runner.decided.then(decided);
      await runner.run(event ?? { is: phase === "staged" ? "begin" : "restarted" });
    } finally {
      this.#running.delete(procedureID);
      this.#host.wake();
    }
  }

  /**
   * Cancels a share that is being sent, by whichever tab. Once its message may have left it is too
   * late.
   *
   * @param {string} draftID
   * @returns {Promise<boolean>} whether it could be cancelled
   */
  cancelShare = async (draftID) => {
    const jobs = await this.#jobs();
    const job = jobs.find((one) => one.draftID === draftID);
    if (!job || !new ShareProcedure(job.state).canBeCancelled) return false;
    const { procedureID } = job.state;
    const running = this.#running.get(procedureID);
    if (running) return running.raise();
    if (!(await this.run(procedureID, () => this.#stored(procedureID), { is: "cancelled" }))) {
      this.#channel?.postMessage(procedureID);
    }
    return true;
  };

  #jobs() {
    return this.#host.look((records) => all(records, names.job()));
  }

  /** @param {string} procedureID */
  #stored(procedureID) {
    return this.#host.store.get(names.job(procedureID));
  }

  /** Shares that can go on in this tab, as far as apps are needed. */
  async #ready() {
    return (await this.#jobs()).map(({ state }) => state).filter(({ phase, origin }) =>
      (phase !== "staged" && phase !== "compensating") || this.#apps.has(origin));
  }

  /**
   * Takes up what was interrupted or waits.
   *
   * @returns {Promise<boolean>} whether something waits on
   */
  async goOn() {
    let isWaiting = false;
    for (const { procedureID } of await this.#ready()) {
      if (this.#running.has(procedureID)) continue;
      await this.run(procedureID, () => this.#stored(procedureID));
      if (this.#awaited.has(procedureID)) continue;
      isWaiting ||= (await this.#stored(procedureID)) !== undefined;
    }
    return isWaiting;
  }

  /** Whether a share waits that no other tab is about. */
  async isWaiting() {
    let isWaiting = false;
    for (const { procedureID } of await this.#ready()) {
      if (await isHeld(this.#lockOf(procedureID))) this.#wait(procedureID);
      // Whoever held it may have ended the share just now.
      else if (await this.#stored(procedureID)) isWaiting = true;
    }
    return isWaiting;
  }

  /** Whether this tab runs something, or tries to. */
  get isBusy() {
    return this.#works.size > 0;
  }

  /** Until what this tab runs is over. */
  async rest() {
    await Promise.allSettled(this.#works);
  }

  /** @param {string} procedureID that another tab is about: looks again when it is done, or closed */
  #wait(procedureID) {
    if (this.#awaited.has(procedureID)) return;
    this.#awaited.add(procedureID);
    released(this.#lockOf(procedureID)).then(() => {
      this.#awaited.delete(procedureID);
      return this.#again();
    }).catch(() => undefined);
  }

  /**
   * Apps in which something was begun and broken off: a share to take back, say. The person opens them by a click. What
   * is not begun yet, such as an identity to replace, is asked in its conversation (`renewals`).
   *
   * @returns {Promise<{ origin: string, title: string }[]>}
   */
  awaitedApps = async () => {
    const found = await this.#host.look((records) => all(records, names.job())
      .filter(({ state: { phase } }) => phase === "staged" || phase === "compensating")
      .map(({ state: { origin }, metadata: { title } }) => ({ origin, title })));
    return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()]
      .filter(({ origin }) => !this.#apps.has(origin));
  };
}
