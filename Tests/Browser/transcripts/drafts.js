import { draftStatuses, beginShare, giveBackDraft, putDraft } from "../../../Web/grove/rules/sharing/draft-rules.js";
import { beginChange, outcomeOf } from "../../../Web/grove/rules/sharing/share-job.js";
import { ShareProcedure } from "../../../Web/grove/rules/sharing/share-procedure.js";
import { ShareRows } from "../../../Web/grove/rules/sharing/share-rows.js";
import { agreedChange, renewalOf } from "../../../Web/grove/rules/membership/membership-rules.js";
import { sharedIn } from "../../../Web/grove/rules/membership/shared-collaboration.js";
import { told } from "../../../Web/grove/rules/conversations/roster-rules.js";
import { names } from "../../../Web/grove/rules/model/record-names.js";
import { DeviceDesk } from "./device-desk.js";
import { eventOf } from "./share-procedure.js";

const now = 1_700_000_000_000;
const collaboration = { audience: "https://docs.example", collaborationID: "doc-1" };

/** Shares in compose fields, and what their steps write. */
export class Drafts extends DeviceDesk {
  async handle(event) {
    let answer = {};
    const said = await this.decide((records) => {
      answer = this.#follow(records, event) ?? {};
    });
    return {
      changes: said.changes,
      answer: { ...answer, drafts: await this.#drafts(), shared: await this.#shared() },
    };
  }

  #follow(records, event) {
    const { draftID, procedureID, conversationID } = event;
    const draft = draftID && records.get(names.draft(draftID));
    switch (event.is) {
      case "staged": return void records.put(names.draft(draftID), draftOf(event));
      case "changed": return { isDone: putDraft(records, draftID, draftOf(event)) };
      case "discarded": return { isDone: putDraft(records, draftID, undefined) };
      case "givenBack": return draft && { isDone: giveBackDraft(records, draft, event.failure) };
      case "sent": {
        const place = { conversationID, procedureID, messageID: procedureID, me: this.me.accountID };
        return draft && begun(beginShare(records, draft, place));
      }
      case "renewed": {
        const group = (event.old ?? []).map((one) => ({ ...one, collaboration, conversationID }));
        const place = { conversationID, procedureID, messageID: procedureID, collaboration };
        return begun(beginChange(records, place, (_, shared) => renewalOf(records, shared, group)));
      }
      case "agreed": {
        const agreed = { collaboration, title: "", gains: event.gains ?? [], loses: event.loses ?? [] };
        const place = { conversationID, procedureID, messageID: procedureID, collaboration };
        return begun(beginChange(records, place, (reader, shared) =>
          agreedChange(reader, shared, agreed, this.me.accountID)));
      }
      case "told": {
        const { members, version } = event;
        return void told(records, { conversationID, members, version: Number(version) }, { ...this.me, now });
      }
      default: return this.#step(records, event);
    }
  }

  #step(records, { procedureID, event, own }) {
    const stored = records.get(names.job(procedureID));
    if (!stored) return undefined;
    const procedure = new ShareProcedure(stored.state);
    const directives = procedure.handle(eventOf(event));
    const mine = own && { own: {
      collaboration, messageID: stored.messageID, root: own, inviter: this.me.accountID,
      conversationID: stored.conversationID, order: 0, receivedAt: now,
    } };
    const job = { ...stored, ...mine, state: procedure.state };
    new ShareRows(records, job, { ...this.me, now }).carryOut(directives);
    return { outcome: outcomeOf(job.state, job.conversationID).outcome };
  }

  async #drafts() {
    const drafts = await this.look(draftStatuses);
    return drafts.map(({ draft: { draftID, text, failure }, state }) => ({ draftID, text, state, failure }));
  }

  async #shared() {
    const shared = await this.look((records) => sharedIn(records));
    return shared.map(({ conversationID, epoch, participants }) => ({
      conversationID, epoch: String(epoch),
      participants: participants.map(({ account, root, isSuspect }) => ({ account, root, isSuspect })),
    }));
  }
}

const begun = (job) => ({ isDone: job !== undefined, people: job?.state.participants });

const draftOf = ({ draftID, text = "", at, isCopy }) => ({
  draftID, origin: collaboration.audience, text, createdAt: at, recipients: [],
  ...(isCopy ? {} : { metadata: { localIdentifier: "1", title: "Recipes" } }),
});
