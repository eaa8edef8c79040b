import { bannerAttribution, bannerText } from "../../../Web/grove/message/notice-banner.js";
import { failureSentence } from "../../../Web/grove/rules/sharing/share-failure.js";
import { warningSentence } from "../../../Web/grove/rules/invitations/invitation-warning.js";
import { load } from "../support/environment.js";
import { note, same, suite } from "../support/harness.js";
import { KEMKeys } from "./kem-keys.js";
import { Membership } from "./membership.js";
import { NoticeLedgers } from "./notice-ledger.js";
import { ProofConsent } from "./proof-consent.js";
import { ShareOptionsChoice } from "./share-options.js";
import { ShareProcedures } from "./share-procedure.js";

/** What both devices answer to the same events: see docs/TRANSCRIPTS.md. */
const test = suite("transcripts of the rules that both devices follow");

const rules = {
  "share-procedure": ShareProcedures, "notice-ledger": NoticeLedgers, "kem-keys": KEMKeys,
  "share-options": ShareOptionsChoice, "proof-consent": ProofConsent, membership: Membership,
};

for (const [name, Rule] of Object.entries(rules)) {
  const text = await load(`Tests/Vectors/transcripts/${name}.json`);
  if (!text) {
    note(`no transcripts of ${name} here`);
    continue;
  }
  const { transcripts } = JSON.parse(text);
  test(`${name}: ${transcripts.length} transcripts, step by step`, async () => {
    for (const transcript of transcripts) {
      const rule = new Rule(transcript.start ?? {});
      for (const [number, step] of (transcript.events ?? []).entries()) {
        const { event, ...expected } = step;
        const found = without(await rule.handle(event));
        same(sorted(found), sorted(without(expected)), `${transcript.name}, step ${number + 1}: ${JSON.stringify(event)}`);
      }
    }
  });
}

const sentences = JSON.parse((await load("Tests/Vectors/sentences.json")) ?? "null");
if (!sentences) note("no sentences.json here");
else {
  test("both devices say the same sentence for each code", () => {
    for (const { code, reason, sentence } of sentences.shareFailure) {
      same([code, failureSentence({ code, reason })], [code, sentence]);
    }
    for (const { code, sentence } of sentences.invitationWarning) {
      same([code, warningSentence(code)], [code, sentence]);
    }
    for (const { kind, deed } of sentences.noticeDeed) {
      const actors = [{ account: "a", count: 1, authenticity: "claimed", newest: new Map() }];
      same(bannerText({ kind, actors }, () => "Bob"), `Bob ${deed}`);
      same(bannerAttribution({ kind, actors }, () => "Bob"), "Bob's app says");
    }
  });
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
