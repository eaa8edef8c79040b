import { originOfLink } from "../../encoding/origin.js";
import { compensate, compensated, nextCompensation, owedIn } from "./share-compensation.js";
import { goneIn, maximumParticipants } from "./share-state.js";

/**
 * @typedef {import("./share-failure.js").ShareFailure} ShareFailure
 * @typedef {import("./share-state.js").ShareState} ShareState
 * @typedef {import("./share-state.js").ShareDirective} ShareDirective
 * @typedef {import("./share-state.js").ShareEvent} ShareEvent
 * @typedef {import("./share-state.js").IssuedRoot} IssuedRoot
 * @typedef {import("./share-state.js").Resolution} Resolution
 */

/** How often recipients' devices may change while one message is being sent. */
const maximumRounds = 3;

/**
 * How something comes to be shared, step by step (protocol 6.5, 12.1, 12.2; docs/decisions/0006):
 * told what happened it says what to do next, and does nothing itself. Whoever carries it out
 * stores the state first, so that after a crash `restarted` leads to the right end: on to the
 * upload where the message may have left, back to nothing otherwise.
 */
export class ShareProcedure {
  /** @param {ShareState} state is not changed */
  constructor(state) {
    this.state = { ...state };
  }

  /** Whether nothing remains to be done, now or after a restart. */
  get isFinished() {
    return this.state.phase === "sent" || this.state.phase === "ended";
  }

  /** Once the upload has begun the message may have left, and it is too late. */
  get canBeCancelled() {
    const phases = ["staged", "resolving", "starting", "issuing", "updating"];
    return phases.includes(this.state.phase);
  }

  /**
   * One step. An event that does not belong to the present phase changes nothing.
   *
   * @param {ShareEvent} event
   * @returns {ShareDirective[]}
   */
  handle(event) {
    switch (event.is) {
      case "cancelled": return this.#cancel();
      case "restarted": return this.#restart();
      case "compensated": return compensated(this.state);
      case "retry": return nextCompensation(this.state);
      case "compensationFailed": return [];
      default: return this.#forward(event);
    }
  }

  /** @param {ShareEvent} event @returns {ShareDirective[]} */
  #forward(event) {
    switch (this.state.phase) {
      case "staged": return event.is === "begin" ? this.#begin() : [];
      case "resolving": return this.#resolving(event);
      case "starting": return this.#starting(event);
      case "issuing": return this.#issuing(event);
      case "updating": return this.#updating(event);
      case "uploading": return this.#uploading(event);
      case "startOverdue": case "updateOverdue": return this.#overdue(event);
      default: return [];
    }
  }

  /** @returns {ShareDirective[]} */
  #begin() {
    const { purpose, participants } = this.state;
    if (purpose.kind === "share" && participants.length < 2) {
      return this.#fail({ code: "no_recipients" });
    }
    if (participants.length > maximumParticipants) {
      return this.#fail({ code: "too_many_recipients" });
    }
    if (participants.length === 0) return this.#update();
    this.state.phase = "resolving";
    return [{ to: "resolve", accounts: participants }];
  }

  /** @param {ShareEvent} event @returns {ShareDirective[]} */
  #resolving(event) {
    if (event.is === "resolveFailed") {
      if (event.failure.code !== "relay_unreachable" || owedIn(this.state).length > 0) {
        return this.#fail(event.failure);
      }
      // Nothing has happened anywhere: it waits, and begins again when the relay is back.
      this.state.phase = "staged";
      return [];
    }
    if (event.is !== "resolved") return [];
    const found = new Map(event.resolutions.map((one) => [one.account, one]));
    for (const account of this.state.participants) {
      const failure = failureOf(found.get(account));
      if (failure) return this.#fail({ code: failure, account });
    }
    if (this.state.started) return this.#issue(this.#stale(found));
    this.state.phase = "starting";
    return [{ to: "start" }];
  }

  /**
   * Who needs a root: everybody at first, then whose devices have changed since.
   *
   * @param {Map<string, Resolution>} found
   */
  #stale(found) {
    const { issued, participants } = this.state;
    if (issued.length === 0) return participants;
    return issued.filter(({ account, statement: { seq, hash } }) => {
      const now = found.get(account);
      return !now || "failure" in now || now.statement.seq !== seq || now.statement.hash !== hash;
    }).map(({ account }) => account);
  }

  /** @param {ShareEvent} event @returns {ShareDirective[]} */
  #starting(event) {
    switch (event.is) {
      case "started":
        this.state.started = event.started;
        if (originOf(event.started.link) !== this.state.origin) {
          return this.#fail({ code: "link_refused" });
        }
        return this.#issue(this.state.participants);
      // The app said so itself and in time: it has made nothing.
      case "startFailed": return this.#end(event.failure);
      // Nobody knows what it made.
      case "startLost": return this.#fail(event.failure);
      case "startTimedOut": return this.#giveUp("startOverdue", { code: "start_timed_out" });
      default: return [];
    }
  }

  /** @param {string[]} accounts @returns {ShareDirective[]} */
  #issue(accounts) {
    if (accounts.length === 0) return this.#upload();
    this.state.phase = "issuing";
    return [{ to: "issue", accounts }];
  }

  /** @param {ShareEvent} event @returns {ShareDirective[]} */
  #issuing(event) {
    if (event.is === "issueFailed") return this.#fail(event.failure);
    if (event.is !== "issued") return [];
    this.state.pending = event.roots;
    return this.#update();
  }

  /**
   * Asks for what `pending` brings: the phase and the offered roots are stored before the app hears
   * of them, so a crash at any moment knows what may be on the server.
   *
   * @returns {ShareDirective[]}
   */
  #update() {
    const { pending, offered, round, only } = this.state;
    const replaced = [];
    const added = [];
    for (const issued of pending) {
      const old = this.#rootReplacedBy(issued);
      if (old === undefined) added.push(issued.root);
      else replaced.push({ old, new: issued.root });
    }
    this.state.phase = "updating";
    this.state.offered = [...offered, ...pending.map(({ root }) => root)];
    const going = round === 0 ? this.#going : [];
    const alone = only && going.length > 0 ? { only } : {};
    return [{ to: "update", step: `update ${round}`, added, removed: going, replaced, ...alone }];
  }

  /** Identities that the first update takes away. */
  get #going() {
    return [...this.state.removed, ...this.state.beside ?? []];
  }

  /** @param {IssuedRoot} issued */
  #rootReplacedBy({ account }) {
    const { issued, purpose } = this.state;
    const standing = issued.find((one) => one.account === account)?.root;
    return standing ?? (purpose.kind === "replacement" ? purpose.old.get(account) : undefined);
  }

  /** @param {ShareEvent} event @returns {ShareDirective[]} */
  #updating(event) {
    this.#forgetUnasked(event);
    if (event.is === "updateFailed") return this.#fail(event.failure);
    if (event.is === "updateTimedOut") {
      return this.#giveUp("updateOverdue", { code: "update_timed_out" });
    }
    if (event.is !== "updated" || !this.state.started) return [];
    const { started, pending, round } = this.state;
    // Without the server's own count one that only grows serves the order of updates.
    this.state.started = { ...started, epoch: event.epoch ?? BigInt.asUintN(64, started.epoch + 1n) };
    const renewed = pending.map(({ account }) => account);
    const others = this.state.issued.filter(({ account }) => !renewed.includes(account));
    this.state.issued = [...others, ...pending];
    this.state.pending = [];
    /** @type {ShareDirective[]} */
    const forgotten = this.#going.length === 0 || round > 0 ? [] : [{ to: "forget", roots: this.#going }];
    return [...forgotten, ...(this.state.issued.length === 0 ? this.#sent() : this.#upload())];
  }

  /** @returns {ShareDirective[]} */
  #upload() {
    this.state.phase = "uploading";
    return [{ to: "upload", roots: this.state.issued }];
  }

  /** @param {ShareEvent} event @returns {ShareDirective[]} */
  #uploading(event) {
    if (event.is === "uploaded") return this.#sent();
    if (event.is === "uploadRefused") return this.#fail(event.failure);
    if (event.is !== "devicesChanged") return [];
    this.state.round += 1;
    if (this.state.round >= maximumRounds || this.state.purpose.kind === "replacement") {
      return this.#fail({ code: "devices_keep_changing" });
    }
    this.state.phase = "resolving";
    return [{ to: "resolve", accounts: this.state.participants }];
  }

  /** @returns {ShareDirective[]} */
  #sent() {
    const { issued, purpose } = this.state;
    this.state.phase = "sent";
    /** @type {ShareDirective[]} */
    const kept = issued.length === 0 ? [] : [{ to: "keep", roots: issued }];
    // The invitations of a share have told everybody.
    if (purpose.kind === "share") return kept;
    return [...kept, { to: "announce", added: issued, removed: goneIn(this.state) }];
  }

  /** @param {ShareEvent} event @returns {ShareDirective[]} */
  #overdue(event) {
    const { phase, failure = { code: /** @type {const} */ ("interrupted") } } = this.state;
    this.#forgetUnasked(event);
    if (phase === "startOverdue" && event.is === "started") this.state.started = event.started;
    const awaited = phase === "startOverdue"
      // Cut off in the middle, "failed" does not mean that its server has made nothing.
      ? ["started", "startFailed", "startLost"] : ["updated", "updateFailed"];
    return awaited.includes(event.is) ? compensate(this.state, failure) : [];
  }

  /**
   * What an app was asked and has not even tried leaves nothing to take back.
   *
   * @param {ShareEvent} event
   */
  #forgetUnasked(event) {
    if (event.is !== "updateFailed" || !event.isUnchanged) return;
    const asked = this.state.pending.map(({ root }) => root);
    this.state.offered = this.state.offered.filter((root) => !asked.includes(root));
  }

  /**
   * The call is given up; its answer is still to be told.
   *
   * @param {"startOverdue" | "updateOverdue"} phase
   * @param {ShareFailure} failure
   * @returns {ShareDirective[]}
   */
  #giveUp(phase, failure) {
    this.state.phase = phase;
    this.state.failure = failure;
    return [
      { to: "giveBack", failure },
      { to: phase === "startOverdue" ? "abandonStart" : "abandonUpdate" },
    ];
  }

  /** @returns {ShareDirective[]} */
  #cancel() {
    const failure = { code: /** @type {const} */ ("cancelled") };
    switch (this.state.phase) {
      case "staged": case "resolving": case "issuing": return this.#fail(failure);
      case "starting": return this.#giveUp("startOverdue", failure);
      case "updating": return this.#giveUp("updateOverdue", failure);
      default: return [];
    }
  }

  /** @returns {ShareDirective[]} */
  #restart() {
    const { phase, failure } = this.state;
    switch (phase) {
      case "staged": case "sent": case "ended": return [];
      // The draft went back before; only what is owed remains.
      case "startOverdue": case "updateOverdue":
        return compensate(this.state, failure ?? { code: "interrupted" });
      case "compensating": return nextCompensation(this.state);
      case "uploading": return [{ to: "resumeUpload" }];
      default: return this.#fail({ code: "interrupted" });
    }
  }

  /**
   * The draft goes back; then whatever is owed.
   *
   * @param {ShareFailure} failure
   * @returns {ShareDirective[]}
   */
  #fail(failure) {
    return [{ to: "giveBack", failure }, ...compensate(this.state, failure)];
  }

  /** @param {ShareFailure} failure @returns {ShareDirective[]} */
  #end(failure) {
    this.state.phase = "ended";
    this.state.failure = failure;
    return [{ to: "giveBack", failure }];
  }
}

/** @param {Resolution | undefined} resolution */
function failureOf(resolution) {
  if (!resolution) return "recipient_unknown";
  if ("failure" in resolution) return resolution.failure;
  return resolution.devices === 0 ? "recipient_without_devices" : undefined;
}

/** @param {string} link */
function originOf(link) {
  try {
    return originOfLink(link);
  } catch {
    return undefined;
  }
}
