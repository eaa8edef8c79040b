import { same } from "../support/harness.js";
import { DeviceLists } from "./device-lists.js";
import { DocumentStates } from "./document-state.js";
import { Drafts } from "./drafts.js";
import { IdentityRenewals } from "./identity-renewals.js";
import { Inbox } from "./inbox.js";
import { KEMKeys } from "./kem-keys.js";
import { Membership } from "./membership.js";
import { NoticeAddresses } from "./notice-addresses.js";
import { NoticeLedgers } from "./notice-ledger.js";
import { NoticePosting } from "./notice-posting.js";
import { Outbox } from "./outbox.js";
import { PushInbox } from "./push-inbox.js";
import { ProofConsent } from "./proof-consent.js";
import { ShareOptionsChoice } from "./share-options.js";
import { ShareProcedures } from "./share-procedure.js";
import { inBase64URL } from "./written-rows.js";

/** The rules by their files, each as something that is told events and answers. */
export const rules = {
  "share-procedure": ShareProcedures, "notice-ledger": NoticeLedgers, "kem-keys": KEMKeys,
  "share-options": ShareOptionsChoice, "proof-consent": ProofConsent, membership: Membership,
  inbox: Inbox, outbox: Outbox, drafts: Drafts, "device-lists": DeviceLists, "notice-posting": NoticePosting,
  "push-inbox": PushInbox, "notice-addresses": NoticeAddresses,
  "identity-renewals": IdentityRenewals, "document-state": DocumentStates,
};

/**
 * @param {new (start: any) => { handle: (event: any) => unknown }} Rule
 * @param {any[]} transcripts as they stand in a file
 */
export async function replayed(Rule, transcripts) {
  for (const transcript of inBase64URL(transcripts)) {
    const rule = new Rule(transcript.start ?? {});
    const stood = new Map();
    for (const [number, step] of (transcript.events ?? []).entries()) {
      const { event, ...expected } = step;
      const found = sparing(without(await rule.handle(event)), stood);
      same(sorted(found), sorted(expected), `${transcript.name}, step ${number + 1}: ${JSON.stringify(event)}`);
    }
  }
}

/** Lists of an answer that tell how things stand. */
const standing = ["banners", "visible", "drafts", "shared", "keys", "owed", "participants", "selected", "disabled",
  "addresses", "choices", "renewals", "unasked", "joined", "guests", "news"];

/** What stands as it stood is not said again; what is empty now is null. */
function sparing({ answer = {}, ...found }, stood) {
  const kept = { ...answer };
  for (const name of standing) {
    const [before, now] = [JSON.stringify(stood.get(name)), JSON.stringify(answer[name])];
    if (before === now) delete kept[name];
    else kept[name] = answer[name] ?? null;
    stood.set(name, answer[name]);
  }
  return { ...found, ...(Object.keys(kept).length > 0 && { answer: kept }) };
}

/** Empty lists and nothing are left out, at every depth. */
function without(value) {
  if (Array.isArray(value)) return value.map(without);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).map(([key, one]) => [key, without(one)])
    .filter(([, one]) => one !== undefined && one !== null && !(Array.isArray(one) && one.length === 0) &&
      !(typeof one === "object" && !Array.isArray(one) && Object.keys(one).length === 0));
  return Object.fromEntries(kept);
}

/** Members have no order. */
function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])]));
}
