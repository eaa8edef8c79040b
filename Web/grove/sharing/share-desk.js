import { ShareProcedure } from "./share-procedure.js";
import { all, names } from "./sharing-names.js";
import { tryLocked } from "./try-locked.js";

/**
 * @typedef {import("./share-job.js").ShareJob} ShareJob
 * @typedef {import("./share-state.js").ShareEvent} ShareEvent
 * @typedef {import("./sharing.js").CollaborationApp} CollaborationApp
 * @typedef {import("./sharing-names.js").StagedRecords} StagedRecords
 */

/** Seconds an app has for one action, unless it says otherwise. */
const timeLimit = 30;
/** Milliseconds until what is owed is tried again. */
const pause = 15_000;

/**
 * The shares under way: who runs which, who cancels it, and what has to be caught up with. A share
 * is run by one tab at a time, the one whose app is here; when that tab goes, its lock does, and
 * another takes the share to its right end.
 */
export class ShareDesk {
  #internal;
  #apps;
  #watch;
  /** @type {Map<string, AbortController>} */
  #running = new Map();
  /** @type {Promise<void> | undefined} */
  #round;
  #isCalledAgain = false;
  /**
   * What this tab runs, or tries to.
   *
   * @type {Set<Promise<unknown>>}
   */
  #works = new Set();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #channel;

  /**
   * @param {any} internal of the messenger
   * @param {Map<string, CollaborationApp>} apps that are here, by origin
   * @param {import("./share-watch.js").ShareWatch} watch over what other tabs run
   */
  constructor(internal, apps, watch) {
    this.#internal = internal;
    this.#apps = apps;
    this.#watch = watch;
    // Only tabs need it; a program would be kept alive by it.
    if (globalThis.navigator?.locks && globalThis.window) {
      this.#channel = new BroadcastChannel(`grove-shares ${internal.deviceID}`);
      this.#channel.onmessage = ({ data }) => this.#running.get(String(data))?.abort();
    }
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
    const name = this.#watch.lockOf(procedureID);
    return new Promise((resolve, reject) => {
      const work = tryLocked(name, async () => {
        const job = await prepare();
        if (job) await this.#carryOn(job, event, resolve, cancelled);
      });
      this.#works.add(work);
      work.finally(() => this.#works.delete(work)).then((isOurs) => {
        if (!isOurs) this.#watch.wait(procedureID);
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
    const { ShareRunner } = await import("./share-runner.js");
    await this.#internal.connected();
    const { procedureID, phase } = job.state;
    const cancel = new AbortController();
    this.#running.set(procedureID, cancel);
    cancelled?.addEventListener("abort", () => cancel.abort());
    if (cancelled?.aborted) cancel.abort();
    try {
      const runner = new ShareRunner(job, {
        internal: this.#internal, app: (origin) => this.#apps.get(origin), timeLimit,
        cancelled: cancel.signal,
      });
      runner.decided.then(decided);
      await runner.run(event ?? { is: phase === "staged" ? "begin" : "restarted" });
    } finally {
      this.#running.delete(procedureID);
      this.#internal.wake();
    }
  }

  /**
   * @param {string} draftID
   * @returns {Promise<boolean>} whether it could be cancelled
   */
  async cancelShare(draftID) {
    const jobs = await all(this.#internal.read, "sharing/job/");
    const job = jobs.find((one) => one.draftID === draftID);
    if (!job || !new ShareProcedure(job.state).canBeCancelled) return false;
    const { procedureID } = job.state;
    const running = this.#running.get(procedureID);
    if (running) running.abort();
    else if (!(await this.run(procedureID, () => this.#stored(procedureID), { is: "cancelled" }))) {
      this.#channel?.postMessage(procedureID);
    }
    return true;
  }

  /** @param {string} procedureID */
  #stored(procedureID) {
    return this.#internal.read.get(names.job(procedureID));
  }

  /**
   * Everything there is to catch up with: shares that were interrupted or wait, contents that could
   * not be judged yet, identities of people whose devices changed. Answers nothing: it goes on
   * beside receiving and sending, because an app may take its time.
   */
  catchUp() {
    this.#isCalledAgain = true;
    this.#round ??= this.#catchUp().finally(() => (this.#round = undefined));
    return this.#round;
  }

  /** Until nothing is under way that can be done here. */
  async settled() {
    do {
      await this.catchUp();
      await Promise.allSettled(this.#works);
    } while (this.#works.size > 0);
  }

  async #catchUp() {
    try {
      while (this.#isCalledAgain) {
        this.#isCalledAgain = false;
        await this.#jobs();
        await this.#pending();
        await this.#renewals();
      }
    } catch {
      // The store or the relay is away: with the next round.
      this.#later();
    }
  }

  async #jobs() {
    for (const { procedureID } of await this.#watch.ready()) {
      if (this.#running.has(procedureID)) continue;
      await this.run(procedureID, () => this.#stored(procedureID));
      const isWaiting = !this.#watch.isAwaited(procedureID) && (await this.#stored(procedureID));
      if (isWaiting) this.#later();
    }
  }

  #later() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.catchUp(), pause);
    // A program may end all the same.
    /** @type {any} */ (this.#timer).unref?.();
  }

  /** Contents that could not be judged when they came. */
  async #pending() {
    if ((await this.#internal.read.page("sharing/pending/", { limit: 1 })).length === 0) return;
    const { settlePending } = await import("./pending-contents.js");
    await settlePending(this.#internal);
  }

  /**
   * A device that was removed could still prove: that is mended without asking, where the app is
   * here. One that was added waits until somebody asks (protocol 12.2).
   */
  async #renewals() {
    const { read, change } = this.#internal;
    const changed = [...(await read.list("sharing/changed-devices/")).keys()];
    if (changed.length === 0) return;
    const { renewals } = await import("./renewals.js");
    const removed = (await renewals(read)).filter(({ reason }) => reason === "device_removed");
    const { MembershipDesk, grouped } = await import("./membership-desk.js");
    let isDone = true;
    const memberships = new MembershipDesk(this.#internal, async () => this);
    for (const group of grouped(removed)) {
      const isHere = this.#apps.has(group[0].collaboration.audience);
      const procedure = isHere ? await memberships.renew(group) : undefined;
      if (procedure?.state.phase !== "sent") isDone = false;
    }
    if (!isDone) return;
    await change(async (/** @type {StagedRecords} */ records) => {
      for (const name of changed) records.put(name, undefined);
    });
  }
}
