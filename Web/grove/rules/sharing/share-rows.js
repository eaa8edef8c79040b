import { compareIdentifiers } from "../../encoding/identifiers.js";
import { encodeContent } from "../../message/content/message-content.js";
import { enqueueMessage, enqueueShown } from "../conversations/outbox-rules.js";
import { noteGone } from "../invitations/document-rules.js";
import { nextOrder } from "../invitations/received-invitation.js";
import { revoke } from "../invitations/invitation-changes.js";
import { applied, merged } from "../membership/known-membership.js";
import {
  accountsOf, identityMapOf, withoutRoots, withParticipant,
} from "../membership/shared-collaboration.js";
import { goneBeside, sharedBeside } from "../membership/shared-elsewhere.js";
import { standing } from "../membership/told-to-have-gone.js";
import { names } from "../model/record-names.js";
import { addItem } from "../model/thread.js";
import { collaborationOf, stepID, summaryOf } from "./share-job.js";
import { personsOf } from "./persons.js";
import { ShareProcedure } from "./share-procedure.js";
import { maximumParticipants, replacedIn } from "./share-state.js";

/**
 * @typedef {import("../model/records.js").Records} Records
 * @typedef {import("./share-state.js").ShareDirective} ShareDirective
 * @typedef {import("./share-state.js").IssuedRoot} IssuedRoot
 * @typedef {import("../membership/shared-collaboration.js").SharedCollaboration} SharedCollaboration
 */

/**
 * What the steps of a procedure mean for this device's own records. They are written in the same
 * change as the step itself, so no crash can part them.
 */
export class ShareRows {
  #records;
  #job;
  #me;
  /** @type {SharedCollaboration | undefined} */
  #shared;

  /**
   * @param {Records} records
   * @param {import("./share-job.js").ShareJob} job
   * @param {import("../model/stored-device.js").Me} me
   */
  constructor(records, job, me) {
    this.#records = records;
    this.#job = job;
    this.#me = me;
  }

  /**
   * @param {ShareDirective[]} directives
   * @returns {ShareDirective[]} those that need more than records
   */
  carryOut(directives) {
    const job = this.#job;
    const name = names.job(job.state.procedureID);
    const isOver = new ShareProcedure(job.state).isFinished;
    this.#records.put(name, isOver ? undefined : job);
    if (job.state.phase !== "uploading") this.#records.put(names.sealedEnvelopes(job.messageID), undefined);
    const key = collaborationOf(job);
    this.#shared = key && this.#records.get(names.shared(job.conversationID, key));
    const rest = [];
    for (const directive of directives) {
      if (!this.#carryOut(directive)) rest.push(directive.to === "update" ? this.#withPersons(directive) : directive);
    }
    return rest;
  }

  /** @param {ShareDirective} directive @returns {boolean} whether it is done with */
  #carryOut(directive) {
    switch (directive.to) {
      case "giveBack": this.#giveBack(directive.failure); break;
      case "forget": this.#forget(directive.roots); break;
      case "suspect": this.#suspect(directive.roots); break;
      case "keep": this.#keep(directive.roots); break;
      case "announce": this.#announce(directive.added, directive.removed); break;
      default: return false;
    }
    return true;
  }

  /**
   * Says whose the new identities are.
   *
   * @param {ShareDirective & { to: "update" }} update
   * @returns {ShareDirective}
   */
  #withPersons(update) {
    const key = collaborationOf(this.#job);
    const { issued, pending } = this.#job.state;
    const added = pending.filter(({ root }) => update.added.includes(root));
    const persons = key ? personsOf(this.#records, key, added, [...issued, ...pending]) : [];
    return persons.length > 0 ? { ...update, persons } : update;
  }

  /** @returns {import("../model/sharing-types.js").Draft | undefined} */
  #draft() {
    const { draftID } = this.#job;
    return draftID === undefined ? undefined : this.#records.get(names.draft(draftID));
  }

  /** @param {import("./share-failure.js").ShareFailure} failure */
  #giveBack(failure) {
    const draft = this.#draft();
    if (draft) this.#records.put(names.draft(draft.draftID), { ...draft, failure });
  }

  /** @param {SharedCollaboration} shared */
  #store(shared) {
    this.#shared = shared;
    this.#records.put(names.shared(shared.conversationID, shared.collaboration), shared);
  }

  /**
   * The server has removed them: here, and in every conversation in which the same people had it.
   *
   * @param {string[]} roots
   */
  #forget(roots) {
    const key = collaborationOf(this.#job);
    if (!key) return;
    const { accountID: me } = this.#me;
    /** @type {SharedCollaboration["participants"]} */
    let taken = [];
    if (this.#shared) {
      taken = this.#taken(this.#shared, roots);
      this.#forgetBeside(this.#shared, roots);
      this.#store(withoutRoots(this.#shared, roots));
    }
    revoke(this.#records, key, roots, me);
    const known = this.#records.get(names.membership(key, me));
    const answer = known && applied(known, this.#update(key, [], roots), me);
    if (answer?.ok) this.#records.put(names.membership(key, me), answer.value);
    const removed = taken.map(({ root }) => root).slice(0, maximumParticipants);
    const update = { type: /** @type {const} */ ("membershipUpdate"), ...this.#update(key, [], removed) };
    if (taken.length > 0) this.#queue("taken", update, [...new Set(taken.map(({ account }) => account))].sort(compareIdentifiers));
  }

  /**
   * Whoever loses it hears it here, too, as long as they are in the conversation (protocol 12.3.1): nobody knows whom the
   * server's word reaches.
   *
   * @param {SharedCollaboration} shared
   * @param {string[]} roots
   */
  #taken(shared, roots) {
    const { removed, beside = [] } = this.#job.state;
    const keep = new Set(accountsOf(withoutRoots(shared, roots)));
    const accounts = accountsOf(shared).filter((one) => one !== this.#me.accountID && !keep.has(one));
    const asked = [...removed, ...beside].filter((one) => roots.includes(one));
    return [shared, ...sharedBeside(this.#records, shared)].flatMap(({ participants }) => participants)
      .filter(({ account, root }) => accounts.includes(account) && asked.includes(root));
  }

  /**
   * Who is in another conversation still is not offered to come back there, and those who are with them there hear of it.
   *
   * @param {SharedCollaboration} shared
   * @param {string[]} roots
   */
  #forgetBeside(shared, roots) {
    const [{ collaboration: key }, { accountID: me }] = [shared, this.#me];
    const beside = sharedBeside(this.#records, shared);
    const gone = goneBeside(this.#records, shared, roots);
    if (gone.length === 0) return;
    noteGone(this.#records, key, gone);
    const withdraw = (/** @type {string} */ step, /** @type {SharedCollaboration} */ { conversationID, participants },
      /** @type {string[]} */ accounts) => {
      const theirs = participants.map(({ root }) => root).filter((root) => gone.includes(root)).slice(0, maximumParticipants);
      const content = { type: /** @type {const} */ ("membershipUpdate"), ...this.#update(key, [], theirs) };
      if (theirs.length > 0) this.#queue(step, content, accounts, { conversationID });
    };
    beside.forEach((one, place) => {
      withdraw(`withdraw ${place}`, one, accountsOf(one).filter((account) => account !== me));
      // To this person's other devices as a change of the conversation in which it was made.
      withdraw(`withdraw ${place} here`, { ...one, conversationID: shared.conversationID }, [me]);
    });
  }

  /**
   * Without a statement: such a root is removed with its account, and never believed.
   *
   * @param {IssuedRoot[]} roots
   */
  #suspect(roots) {
    if (!this.#shared) return;
    this.#store(roots.reduce(
      (shared, { account, root }) => withParticipant(shared, { account, root, isSuspect: true }),
      this.#shared));
  }

  /** @param {IssuedRoot[]} roots */
  #keep(roots) {
    const { state, conversationID, metadata, own } = this.#job;
    const key = collaborationOf(this.#job);
    if (!key || !state.started) return;
    const { link, collaborationID, epoch } = state.started;
    /** @type {SharedCollaboration} */
    let shared = this.#shared ?? {
      collaboration: key, conversationID, link, title: metadata.title,
      optionsSummary: summaryOf(metadata), epoch, metadata: { ...metadata, collaborationID },
      participants: [],
    };
    for (const root of roots) shared = withParticipant(shared, root);
    const gone = replacedIn(state);
    shared = withoutRoots({ ...shared, epoch: shared.epoch > epoch ? shared.epoch : epoch }, gone);
    this.#store(shared);
    const order = nextOrder(this.#records, key);
    if (own) this.#records.put(names.invitation(key, own.root), { ...own, order });
    this.#remember(shared, order, gone);
    const draft = this.#draft();
    if (draft) this.#records.put(names.draft(draft.draftID), undefined);
    if (state.purpose.kind === "share") this.#show(draft?.text);
  }

  /** @param {SharedCollaboration} shared @param {number} order @param {string[]} gone */
  #remember(shared, order, gone) {
    const { accountID: inviter } = this.#me;
    const { collaboration: key, epoch } = shared;
    const told = { inviter, identityMap: identityMapOf(standing(this.#records, shared)), epoch, order };
    let known = merged(this.#records, key, told);
    if (known && gone.length > 0) {
      const answer = applied(known, this.#update(key, [], gone), inviter);
      if (answer.ok) known = answer.value;
    }
    if (known) this.#records.put(names.membership(key, inviter), known);
  }

  /**
   * What was shared, in one's own conversation, and the draft's text after it.
   *
   * @param {string} [text]
   */
  #show(text) {
    const { state, conversationID, messageID, metadata } = this.#job;
    const { accountID, deviceID, now } = this.#me;
    const { link = "", collaborationID } = state.started ?? {};
    addItem(this.#records, {
      conversationID, messageID, sender: accountID, senderDevice: deviceID, sentAt: now,
      receivedAt: now, delivery: { state: "sent" },
      content: {
        kind: "link", link, title: metadata.title, optionsSummary: summaryOf(metadata),
        audience: state.origin, collaborationID,
      },
    }, accountID);
    if (!text) return;
    const shown = { kind: /** @type {const} */ ("text"), text };
    this.#queue("text", { type: "text", text }, state.participants, { shown });
  }

  /**
   * Tells the other participants what changed (content type 3).
   *
   * @param {IssuedRoot[]} added
   * @param {string[]} removed
   */
  #announce(added, removed) {
    const key = collaborationOf(this.#job);
    if (!key || !this.#shared) return;
    // Somebody shared with twice has two roots to lose, so there may be more than one update holds.
    for (let part = 0; part === 0 || part * maximumParticipants < removed.length; part += 1) {
      const begin = part * maximumParticipants;
      const gone = removed.slice(begin, begin + maximumParticipants);
      const entries = part > 0 ? [] : added.map(({ account, root }) => ({ account, root }));
      const type = /** @type {const} */ ("membershipUpdate");
      const update = { type, ...this.#update(key, entries, gone) };
      this.#queue(`announce ${part}`, update, accountsOf(this.#shared));
    }
  }

  /**
   * One recipient who has left would make the relay refuse the message to all. A conversation this
   * account has left, or has still to accept, takes none; what else follows is stored all the same.
   *
   * @param {string} step
   * @param {import("../../message/content/message-content.js").MessageContent} content
   * @param {string[]} recipients
   * @param {{ shown?: import("../model/messenger-types.js").ThreadContent, conversationID?: string }} [how]
   */
  #queue(step, content, recipients, how = {}) {
    const { shown, conversationID = this.#job.conversationID } = how;
    const conversation = this.#records.get(names.conversation(conversationID));
    if (conversation?.state !== "active" && conversation?.state !== "pending") return;
    if (conversation.requestedBy) return;
    const accounts = recipients.filter((one) => conversation.members.includes(one));
    if (accounts.length === 0) return;
    const messageID = this.#records.ask(() => stepID(this.#job, step));
    const message = { ...encodeContent(content), messageID, conversationID, accounts };
    if (shown) enqueueShown(this.#records, message, shown, this.#me);
    else enqueueMessage(this.#records, message, this.#me);
  }

  /**
   * @param {import("../model/sharing-types.js").CollaborationKey} key
   * @param {import("../../message/content/limits.js").IdentityMapEntry[]} added
   * @param {string[]} removed
   */
  #update(key, added, removed) {
    return { ...key, epoch: this.#job.state.started?.epoch ?? 0n, added, removed };
  }
}
