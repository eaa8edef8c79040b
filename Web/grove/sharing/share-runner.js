import { parseDecimal } from "../encoding/decimal.js";
import { parseCollaborationID } from "../encoding/labels.js";
import { limits } from "../message/content/limits.js";
import { freshID } from "./fresh-id.js";
import { ShareIdentities } from "./share-identities.js";
import { collaborationOf, stepID } from "./share-job.js";
import { ShareProcedure } from "./share-procedure.js";
import { ShareRows } from "./share-rows.js";
import { names } from "./sharing-names.js";

/**
 * @typedef {import("./share-state.js").ShareDirective} ShareDirective
 * @typedef {import("./share-state.js").ShareEvent} ShareEvent
 * @typedef {import("./sharing.js").CollaborationApp} CollaborationApp
 */

/** Milliseconds that whoever waits for the outcome waits for the app to undo, at most. */
const undoTime = 10_000;
/** Seconds that an app whose owner was asked has to say whether a withdrawal came in time. */
const grace = 5;

/**
 * Carries out what a share procedure asks for, one step after the other. Every step is stored
 * before it is carried out. An app that is late is waited for, because only then it is known what
 * has to be undone, but the draft is back before that.
 */
export class ShareRunner {
  #internal;
  #app;
  #timeLimit;
  #cancelled;
  #identities;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #undoing;
  /**
   * Why an action was withdrawn.
   *
   * @type {import("./share-failure.js").ShareFailure | undefined}
   */
  #withdrawn;
  #decided = (/** @type {ShareProcedure} */ _) => {};
  /** Resolves when it is known how it ends for the person, and an app that answers has undone. */
  decided = /** @type {Promise<ShareProcedure>} */ (
    new Promise((resolve) => (this.#decided = resolve)));

  /**
   * @param {import("./share-job.js").ShareJob} job as it is stored
   * @param {object} host
   * @param {any} host.internal of the messenger
   * @param {(origin: string) => CollaborationApp | undefined} host.app
   * @param {number} host.timeLimit seconds an app has for one action
   * @param {AbortSignal} host.cancelled the person's "cancel"
   */
  constructor(job, { internal, app, timeLimit, cancelled }) {
    this.job = job;
    this.procedure = new ShareProcedure(job.state);
    this.#internal = internal;
    this.#app = app;
    this.#timeLimit = timeLimit;
    this.#cancelled = cancelled;
    this.#identities = new ShareIdentities(internal);
  }

  /**
   * From one event until nothing is left to do now.
   *
   * @param {ShareEvent} event
   */
  async run(event) {
    let directives = await this.#tell(event);
    while (directives.length > 0) {
      if (this.#cancelled.aborted && this.procedure.canBeCancelled) {
        directives = await this.#tell({ is: "cancelled" });
        continue;
      }
      const [directive, ...rest] = directives;
      directives = [...rest, ...(await this.#carryOut(directive))];
    }
    clearTimeout(this.#undoing);
    this.#decided(this.procedure);
  }

  /** @param {ShareDirective} directive @returns {Promise<ShareDirective[]>} */
  async #carryOut(directive) {
    switch (directive.to) {
      case "resolve": return this.#tell(await this.#identities.resolve(directive.accounts));
      case "start": return this.#start();
      case "issue": return this.#tell(await this.#identities.issue(directive.accounts, this.job));
      case "update": return this.#update(directive);
      case "upload": return this.#upload(directive.roots);
      case "resumeUpload": return this.#resumeUpload();
      case "compensate": return this.#compensate(directive);
      default: return [];
    }
  }

  /** @param {ShareEvent} event @returns {Promise<ShareDirective[]>} */
  async #tell(event) {
    const directives = this.procedure.handle(event);
    this.job = { ...this.job, state: this.procedure.state };
    const rest = await this.#internal.change(
      (/** @type {any} */ records) =>
        new ShareRows(records, this.job, this.#internal).carryOut(directives));
    this.#decide();
    return rest;
  }

  /** An app that answers is given the time to undo what it did before its window may be closed. */
  #decide() {
    const { phase } = this.procedure.state;
    const isOver = ["sent", "ended", "startOverdue", "updateOverdue"].includes(phase);
    if (isOver) return this.#decided(this.procedure);
    if (phase === "compensating") {
      this.#undoing ??= setTimeout(() => this.#decided(this.procedure), undoTime);
    }
  }

  async #start() {
    const { metadata } = this.job;
    const actionID = await stepID(this.job, "start");
    const missing = failing("startFailed", { code: "app_unavailable" });
    const lost = failing("startLost", { code: "start_failed" });
    const timedOut = /** @type {const} */ ({ is: "startTimedOut" });
    return this.#call(timedOut, missing, lost, actionID, async (app, timeLimit) => {
      const answer = await app.start({ actionID, metadata, timeLimit });
      if (!answer.ok) {
        return { is: "startFailed", failure: this.#failureOf("start_failed", answer) };
      }
      try {
        if (answer.link.length > limits.link) throw new Error("too long");
        const collaborationID = parseCollaborationID(answer.collaborationID);
        const epoch = epochOf(answer.epoch) ?? 0n;
        return { is: "started", started: { link: answer.link, collaborationID, epoch } };
      } catch {
        // It has made something, and what, only it can know.
        return { is: "startLost", failure: { code: "link_refused" } };
      }
    });
  }

  /** @param {ShareDirective & { to: "update" }} directive */
  async #update({ step, added, removed, replaced }) {
    const action = await this.#action(step, { added, removed, replaced });
    if (!action) return this.#tell({ is: "updateFailed", failure: { code: "interrupted" } });
    const missing = failing("updateFailed", { code: "app_unavailable" });
    const lost = failing("updateFailed", { code: "update_failed" });
    const timedOut = /** @type {const} */ ({ is: "updateTimedOut" });
    return this.#call(timedOut, missing, lost, action.actionID, async (app, timeLimit) => {
      const answer = await app.updateParticipants({ ...action, timeLimit });
      if (answer.ok) return { is: "updated", epoch: epochOf(answer.epoch) };
      const { isUnchanged } = answer;
      return { is: "updateFailed", failure: this.#failureOf("update_failed", answer), isUnchanged };
    });
  }

  /**
   * @param {import("./share-failure.js").ShareFailureCode} code
   * @param {import("./sharing-types.js").NotCarriedOut} answer
   * @returns {import("./share-failure.js").ShareFailure}
   */
  #failureOf(code, { reason, isUnchanged }) {
    return (isUnchanged && this.#withdrawn) || { code, reason };
  }

  /**
   * @param {string} step
   * @param {{ added?: string[], removed?: string[],
   *   replaced?: import("./share-state.js").Replacement[] }} roots
   */
  async #action(step, { added = [], removed = [], replaced = [] }) {
    const { metadata, state: { started } } = this.job;
    if (!started) return undefined;
    const { collaborationID } = started;
    const actionID = await stepID(this.job, step);
    return { actionID, collaborationID, metadata, added, removed, replaced };
  }

  /** @param {ShareDirective & { to: "compensate" }} directive */
  async #compensate({ compensation, step }) {
    const { metadata, state: { started } } = this.job;
    const failed = /** @type {const} */ ({ is: "compensationFailed" });
    /** @type {any} */
    let action;
    if (compensation.undo === "removeRoots") {
      action = await this.#action(step, { removed: compensation.roots });
    } else if (compensation.undo === "restoreRoots") {
      action = await this.#action(step, { replaced: compensation.replaced });
    }
    const actionID = await stepID(this.job, "start");
    const cancellation = { actionID, collaborationID: started?.collaborationID, metadata };
    return this.#call(undefined, failed, failed, actionID, async (app, timeLimit) => {
      const answer = action
        ? await app.updateParticipants({ ...action, timeLimit })
        : await app.shareCancelled({ ...cancellation, timeLimit });
      return answer.ok ? { is: "compensated" } : failed;
    });
  }

  /**
   * Calls the app, for as long as the time limit and the person allow.
   *
   * @param {ShareEvent | undefined} timedOut told at once when the call is given up; its late
   *   answer is told as well. Nothing where only an answer in time counts: what has to be undone is
   *   not given up because the person cancelled
   * @param {ShareEvent} missing no app of this origin is here
   * @param {ShareEvent} lost it has gone without an answer
   * @param {string} actionID
   * @param {(app: CollaborationApp, timeLimit: number) => Promise<ShareEvent>} work
   * @returns {Promise<ShareDirective[]>}
   */
  async #call(timedOut, missing, lost, actionID, work) {
    const app = this.#app(this.job.state.origin);
    if (!app) return this.#tell(missing);
    const limit = app.timeLimit ?? this.#timeLimit;
    const answer = work(app, limit).catch(() => lost);
    let moment = await this.#firstOf(answer, limit, timedOut !== undefined);
    if (timedOut && moment !== "answered" && app.asksItsOwner) {
      const isKnown = await this.#withdraw(app, actionID, answer, timedOut.is === "startTimedOut");
      if (isKnown) moment = "answered";
    }
    if (moment === "timeOver") {
      if (!timedOut) return this.#tell(missing);
      await this.#tell(timedOut);
    } else if (moment === "cancelled") {
      await this.#tell({ is: "cancelled" });
    }
    return this.#tell(await answer);
  }

  /**
   * Nobody needs to answer the app any more. Either it was done before, and goes on from there, or it
   * was not done at all. Only people of a share that is cancelled go in both cases.
   *
   * @param {CollaborationApp} app
   * @param {string} actionID
   * @param {Promise<ShareEvent>} answer
   * @param {boolean} isStart
   * @returns {Promise<boolean>} whether the app has said which
   */
  async #withdraw(app, actionID, answer, isStart) {
    this.#withdrawn = this.#cancelled.aborted ? { code: "cancelled" }
      : { code: isStart ? "start_timed_out" : "update_timed_out" };
    app.withdraw?.(actionID);
    if (!isStart && this.job.state.purpose.kind === "share") return false;
    return (await this.#firstOf(answer, grace, false)) === "answered";
  }

  /**
   * @param {Promise<ShareEvent>} answer
   * @param {number} limit seconds
   * @param {boolean} canBeCancelled
   * @returns {Promise<"answered" | "timeOver" | "cancelled">}
   */
  #firstOf(answer, limit, canBeCancelled) {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve("timeOver"), limit * 1000);
      const cancel = () => resolve("cancelled");
      if (canBeCancelled) this.#cancelled.addEventListener("abort", cancel);
      if (canBeCancelled && this.#cancelled.aborted) cancel();
      answer.finally(() => {
        clearTimeout(timer);
        this.#cancelled.removeEventListener("abort", cancel);
        resolve("answered");
      });
    });
  }

  /** @param {import("./share-state.js").IssuedRoot[]} roots */
  async #upload(roots) {
    const internal = this.#internal;
    // A second attempt has other contents, so it is another message.
    this.job = { ...this.job, messageID: freshID() };
    const { messageID, conversationID } = this.job;
    const key = /** @type {import("./sharing.js").CollaborationKey} */ (collaborationOf(this.job));
    const shared = await internal.read.get(names.shared(conversationID, key));
    const contents = this.#identities.invitations(roots, this.job, shared);
    if (!contents) return this.#refused({ code: "invitation_too_large" });
    const message = { type: 2, messageID, conversationID, contents };
    const sealed = await internal.sealContent(message)
      .catch((/** @type {any} */ error) => ({ error }));
    if (sealed.unreachable) {
      return this.#refused({ code: "recipient_without_devices", account: sealed.unreachable });
    }
    if (sealed.error) {
      const { error } = sealed;
      return this.#refused(error.isTemporary
        ? { code: "relay_unreachable" } : { code: "upload_refused", reason: error.reason });
    }
    await internal.change(async (/** @type {any} */ records) => {
      const own = await this.#identities.ownInvitation(records, this.job);
      this.job = { ...this.job, own };
      records.put(names.job(this.job.state.procedureID), this.job);
      records.put(names.held(messageID), sealed.envelopes);
    });
    return this.#send(sealed.envelopes, false);
  }

  /**
   * The envelopes are kept until the step after the upload is stored, so a message that may have
   * left is never taken back: it is sent again, and the relay knows it by its identifier.
   */
  async #resumeUpload() {
    const held = await this.#internal.read.get(names.held(this.job.messageID));
    // Without envelopes nothing can have left.
    return held ? this.#send(held, true) : this.#refused({ code: "interrupted" });
  }

  /**
   * @param {Uint8Array[]} envelopes
   * @param {boolean} isResumed
   * @returns {Promise<ShareDirective[]>}
   */
  async #send(envelopes, isResumed) {
    try {
      // Alone with one device: there is nobody to send to.
      if (envelopes.length > 0) await this.#internal.uploadEnvelopes(envelopes);
      return this.#tell({ is: "uploaded" });
    } catch (thrown) {
      const error = /** @type {any} */ (thrown);
      // The seeds of a resumed upload are gone, so nobody can be invited anew.
      if (error.problem === "devices_changed") {
        return isResumed
          ? this.#refused({ code: "devices_keep_changing" }) : this.#tell({ is: "devicesChanged" });
      }
      if (error.problem === "not_a_member") return this.#refused({ code: "not_a_member" });
      // It may or may not have arrived: it stays where it is and is sent again later.
      if (error.isTemporary || !error.reason) return [];
      return this.#refused({ code: "upload_refused", reason: error.reason });
    }
  }

  /** @param {import("./share-failure.js").ShareFailure} failure */
  #refused(failure) {
    return this.#tell({ is: "uploadRefused", failure });
  }
}

/** @param {unknown} text the app's word */
function epochOf(text) {
  try {
    return text === undefined ? undefined : parseDecimal(text);
  } catch {
    return undefined;
  }
}

/**
 * @param {"startFailed" | "startLost" | "updateFailed"} is
 * @param {import("./share-failure.js").ShareFailure} failure
 * @returns {ShareEvent}
 */
const failing = (is, failure) => ({ is, failure });
