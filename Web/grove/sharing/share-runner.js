import { freshID } from "../device/local-device.js";
import { leavesQueued } from "../device/sending.js";
import { parseDecimal } from "../encoding/decimal.js";
import { parseCollaborationID } from "../encoding/labels.js";
import { limitedText } from "../encoding/json-members.js";
import { contentTypes } from "../message/content/message-content.js";
import { limits } from "../message/content/limits.js";
import { keepIdentity } from "../rules/invitations/usable-identity.js";
import { standing } from "../rules/membership/told-to-have-gone.js";
import { MessengerError } from "../rules/model/messenger-error.js";
import { names } from "../rules/model/record-names.js";
import { collaborationOf, stepID } from "../rules/sharing/share-job.js";
import { ShareProcedure } from "../rules/sharing/share-procedure.js";
import { ShareRows } from "../rules/sharing/share-rows.js";
import { AppCall } from "./app-call.js";
import { ShareIdentities } from "./share-identities.js";
import { meOf } from "./sharing-host.js";

/**
 * @typedef {import("../rules/sharing/share-state.js").ShareDirective} ShareDirective
 * @typedef {import("../rules/sharing/share-state.js").ShareEvent} ShareEvent
 * @typedef {import("../rules/sharing/share-failure.js").ShareFailure} ShareFailure
 * @typedef {import("../rules/model/sharing-types.js").CollaborationApp} CollaborationApp
 *
 * @typedef {object} Ask an action, and what is told where it has no answer
 * @property {string} actionID
 * @property {ShareEvent & { is: "startTimedOut" | "updateTimedOut" }} [timedOut] told at once when the
 *   call is given up; its late answer is told as well. Nothing where only an answer in time counts:
 *   what has to be undone is not given up because the person cancelled
 * @property {ShareEvent} missing no app of this origin is here
 * @property {ShareEvent} lost it has gone without an answer
 * @property {(app: CollaborationApp, call: AppCall<ShareEvent>) => Promise<ShareEvent>} work
 */

/** Milliseconds that whoever waits for the outcome waits for the app to undo, at most. */
const undoTime = 10_000;

/**
 * Carries out what a share procedure asks for, one step after the other. Every step is stored
 * before it is carried out. An app that is late is waited for, because only then it is known what
 * has to be undone, but the draft is back before that.
 */
export class ShareRunner {
  #host;
  #app;
  #timeLimit;
  #cancelled;
  #close;
  #identities;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #undoing;
  #decided = (/** @type {ShareProcedure} */ _) => {};
  /** Resolves when it is known how it ends for the person, and an app that answers has undone. */
  decided = /** @type {Promise<ShareProcedure>} */ (
    new Promise((resolve) => (this.#decided = resolve)));

  /**
   * @param {import("../rules/sharing/share-job.js").ShareJob} job as it is stored
   * @param {import("./sharing-host.js").SharingHost} host
   * @param {object} surroundings
   * @param {(origin: string) => CollaborationApp | undefined} surroundings.app
   * @param {number} surroundings.timeLimit seconds an app has for one action
   * @param {AbortSignal} surroundings.cancelled the person's "cancel"
   * @param {() => boolean} [surroundings.close] it is too late for that; false where a share was cancelled before
   */
  constructor(job, host, { app, timeLimit, cancelled, close = () => true }) {
    this.job = job;
    this.procedure = new ShareProcedure(job.state);
    this.#host = host;
    this.#app = app;
    this.#timeLimit = timeLimit;
    this.#cancelled = cancelled;
    this.#close = close;
    this.#identities = new ShareIdentities(host);
  }

  /**
   * From one event until nothing is left to do now.
   *
   * @param {ShareEvent} event
   */
  async run(event) {
    if (!this.procedure.canBeCancelled) this.#close();
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

  /**
   * Tells the procedure what happened. Where after that nobody can cancel any more, a "cancel" that came before is told first.
   *
   * @param {ShareEvent} event
   * @returns {Promise<ShareDirective[]>}
   */
  async #tell(event) {
    if (!this.#isLast(event) || this.#close()) return this.#tellNow(event);
    const directives = await this.#tellNow({ is: "cancelled" });
    return [...directives, ...(await this.#tellNow(event))];
  }

  /** @param {ShareEvent} event whether it is the last moment to cancel; what fails does not happen anyway */
  #isLast(event) {
    const next = new ShareProcedure(structuredClone(this.procedure.state));
    next.handle(event);
    return this.procedure.canBeCancelled && event.is !== "cancelled" && ["uploading", "sent"].includes(next.state.phase);
  }

  /** @param {ShareEvent} event @returns {Promise<ShareDirective[]>} */
  async #tellNow(event) {
    const directives = this.procedure.handle(event);
    const job = { ...this.job, state: this.procedure.state };
    this.job = job;
    const me = meOf(this.#host);
    const rest = await this.#host.change((records) =>
      new ShareRows(records, job, me).carryOut(directives));
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
    return this.#ask({
      actionID, timedOut: { is: "startTimedOut" },
      missing: { is: "startFailed", failure: { code: "app_unavailable" } },
      lost: { is: "startLost", failure: { code: "start_failed" } },
      work: async (app, call) =>
        startEvent(await app.start({ actionID, metadata, timeLimit: call.timeLimit }), call),
    });
  }

  /** @param {ShareDirective & { to: "update" }} directive */
  async #update({ step, added, removed, replaced, persons, only }) {
    const action = await this.#action(step, { added, removed, replaced, persons, only });
    if (!action) return this.#tell({ is: "updateFailed", failure: { code: "interrupted" } });
    return this.#ask({
      actionID: action.actionID, timedOut: { is: "updateTimedOut" },
      missing: { is: "updateFailed", failure: { code: "app_unavailable" } },
      lost: { is: "updateFailed", failure: { code: "update_failed" } },
      work: async (app, call) => {
        const answer = await app.updateParticipants({ ...action, timeLimit: call.timeLimit });
        if (answer.ok) return { is: "updated", epoch: epochOf(answer.epoch) };
        const failure = failureOf("update_failed", answer, call);
        return { is: "updateFailed", failure, isUnchanged: answer.isUnchanged };
      },
    });
  }

  /**
   * @param {string} step
   * @param {Partial<Pick<import("../rules/model/sharing-types.js").ParticipantsAction,
   *   "added" | "removed" | "replaced" | "persons" | "only">>} roots
   */
  async #action(step, { added = [], removed = [], replaced = [], persons, only }) {
    const { metadata, state: { started } } = this.job;
    if (!started) return undefined;
    const { collaborationID } = started;
    const actionID = await stepID(this.job, step);
    return { actionID, collaborationID, metadata, added, removed, replaced, ...(persons && { persons }), ...(only && { only }) };
  }

  /** @param {ShareDirective & { to: "compensate" }} directive */
  async #compensate({ compensation, step }) {
    const { metadata, state: { started } } = this.job;
    const failed = /** @type {const} */ ({ is: "compensationFailed" });
    const action = compensation.undo === "cancelStart" ? undefined
      : await this.#action(step, compensation.undo === "removeRoots"
        // What the person had before stays theirs.
        ? { removed: compensation.roots, only: true } : { replaced: compensation.replaced });
    const actionID = await stepID(this.job, "start");
    const cancellation = { actionID, collaborationID: started?.collaborationID, metadata };
    return this.#ask({
      actionID, missing: failed, lost: failed,
      work: async (app, { timeLimit }) => {
        const answer = action
          ? await app.updateParticipants({ ...action, timeLimit })
          : await app.shareCancelled({ ...cancellation, timeLimit });
        return answer.ok ? { is: "compensated" } : failed;
      },
    });
  }

  /**
   * Calls the app, for as long as the time limit and the person allow.
   *
   * @param {Ask} ask
   * @returns {Promise<ShareDirective[]>}
   */
  async #ask({ actionID, timedOut, missing, lost, work }) {
    const app = this.#app(this.job.state.origin);
    if (!app) return this.#tell(missing);
    /** @type {AppCall<ShareEvent>} */
    const call = new AppCall(app, this.#timeLimit, this.#cancelled);
    const answer = work(app, call).catch(() => lost);
    let moment = await call.first(answer, timedOut !== undefined);
    if (timedOut && moment !== "answered" && app.asksItsOwner) {
      const isStart = timedOut.is === "startTimedOut";
      // Only people of a share that is cancelled go, whether they were added before or not.
      const isWaitedFor = isStart || this.job.state.purpose.kind !== "share";
      const late = isStart ? "start_timed_out" : "update_timed_out";
      if (await call.withdraw(actionID, answer, late, isWaitedFor)) moment = "answered";
    }
    if (moment === "timeOver") {
      if (!timedOut) return this.#tell(missing);
      await this.#tell(timedOut);
    } else if (moment === "cancelled") {
      await this.#tell({ is: "cancelled" });
    }
    return this.#tell(await answer);
  }

  /** @param {import("../rules/sharing/share-state.js").IssuedRoot[]} roots */
  async #upload(roots) {
    // A second attempt has other contents, so it is another message.
    this.job = { ...this.job, messageID: freshID() };
    const { messageID, conversationID } = this.job;
    const key = collaborationOf(this.job);
    const shared = key && await this.#host.look((records) => {
      const known = records.get(names.shared(conversationID, key));
      return known && standing(records, known);
    });
    const contents = this.#identities.invitations(roots, this.job, shared);
    if (!contents) return this.#refused({ code: "invitation_too_large" });
    const contentType = contentTypes.invitation;
    let sealed;
    try {
      sealed = await this.#host.sealContents({ contentType, messageID, conversationID, contents });
    } catch (error) {
      return this.#refused(sealingFailure(error));
    }
    if ("unreachable" in sealed) {
      return this.#refused({ code: "recipient_without_devices", account: sealed.unreachable });
    }
    await this.#hold(sealed.envelopes);
    return this.#send(sealed.envelopes, false);
  }

  /**
   * Keeps the envelopes, and this device's own part, until it is known what became of them.
   *
   * @param {Uint8Array[]} envelopes
   */
  async #hold(envelopes) {
    const made = await this.#identities.ownInvitation(this.job);
    this.job = { ...this.job, own: made?.own };
    const { job } = this;
    const key = collaborationOf(job);
    await this.#host.change((records) => {
      if (made?.identity && key) keepIdentity(records, key, made.identity);
      records.put(names.job(job.state.procedureID), job);
      records.put(names.sealedEnvelopes(job.messageID), envelopes);
    });
  }

  /**
   * The envelopes are kept until the step after the upload is stored, so a message that may have
   * left is never taken back: it is sent again, and the relay knows it by its identifier. Refused
   * then, the share has failed, and what was sent before may not arrive after that.
   */
  async #resumeUpload() {
    const held = await this.#host.store.get(names.sealedEnvelopes(this.job.messageID));
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
      if (envelopes.length > 0) await this.#host.upload(envelopes, isResumed);
      return this.#tell({ is: "uploaded" });
    } catch (error) {
      // It may or may not have arrived: it stays where it is and is sent again later. Also where this
      // device was removed: what it has sent before may be with everybody.
      if (leavesQueued(error) || !(error instanceof MessengerError)) return [];
      // The seeds of a resumed upload are gone, so nobody can be invited anew.
      if (error.problem === "devices_changed") {
        return isResumed
          ? this.#refused({ code: "devices_keep_changing" }) : this.#tell({ is: "devicesChanged" });
      }
      if (error.problem === "not_a_member") return this.#refused({ code: "not_a_member" });
      return this.#refused({ code: "upload_refused", reason: error.reason });
    }
  }

  /** @param {ShareFailure} failure */
  #refused(failure) {
    return this.#tell({ is: "uploadRefused", failure });
  }
}

/**
 * @param {import("../rules/model/sharing-types.js").StartAnswer} answer
 * @param {AppCall<ShareEvent>} call
 * @returns {ShareEvent}
 */
function startEvent(answer, call) {
  if (!answer.ok) return { is: "startFailed", failure: failureOf("start_failed", answer, call) };
  try {
    const link = limitedText(answer.link, limits.link, "link");
    const collaborationID = parseCollaborationID(answer.collaborationID);
    const epoch = epochOf(answer.epoch) ?? 0n;
    return { is: "started", started: { link, collaborationID, epoch } };
  } catch {
    // It has made something, and what, only it can know.
    return { is: "startLost", failure: { code: "link_refused" } };
  }
}

/**
 * @param {"start_failed" | "update_failed"} code
 * @param {import("../rules/model/sharing-types.js").NotCarriedOut} answer
 * @param {AppCall<ShareEvent>} call
 * @returns {ShareFailure}
 */
const failureOf = (code, { reason, isUnchanged }, { withdrawn }) =>
  (isUnchanged && withdrawn) || { code, reason };

/** @param {unknown} error @returns {ShareFailure} */
function sealingFailure(error) {
  const { isTemporary = false, reason = undefined } = error instanceof MessengerError ? error : {};
  return isTemporary ? { code: "relay_unreachable" } : { code: "upload_refused", reason };
}

/** @param {unknown} text the app's word */
function epochOf(text) {
  try {
    return text === undefined ? undefined : parseDecimal(text);
  } catch {
    return undefined;
  }
}
