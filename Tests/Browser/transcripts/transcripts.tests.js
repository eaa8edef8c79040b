import { bannerAttribution, bannerText } from "../../../Web/grove/message/notice-banner.js";
import { failureSentence } from "../../../Web/grove/rules/sharing/share-failure.js";
import { deedToMe, endings, endingSentence } from "../../../Web/grove/rules/invitations/ending-sentences.js";
import { warningSentence } from "../../../Web/grove/rules/invitations/invitation-warning.js";
import { load } from "../support/environment.js";
import { same, suite } from "../support/harness.js";
import { replayed, rules } from "./players.js";

/** What both devices answer to the same events: see docs/TRANSCRIPTS.md. */
const test = suite("transcripts of the rules that both devices follow");

for (const [name, Rule] of Object.entries(rules)) {
  const { transcripts } = JSON.parse(await load(`Tests/Vectors/transcripts/${name}.json`));
  test(`${name}: ${transcripts.length} transcripts, step by step`, () => replayed(Rule, transcripts));
}

const sentences = JSON.parse(await load("Tests/Vectors/sentences.json"));

test("both devices say the same sentence for each code", () => {
  for (const { code, reason, sentence } of sentences.shareFailure) {
    same([code, failureSentence({ code, reason })], [code, sentence]);
  }
  for (const { code, sentence } of sentences.invitationWarning) {
    same([code, warningSentence(code)], [code, sentence]);
  }
  for (const { ending, sentence, opening, deed } of sentences.documentEnding) {
    const banner = { kind: "removedCollaborator", actors: [{}], firstAt: 5n, latestAt: 9n };
    const told = { how: ending, order: 1, at: 7 };
    same([endings[ending], endingSentence("Bread", ending), deedToMe(told, banner)], [sentence, opening, deed]);
    same(deedToMe({ ...told, at: undefined }, banner), undefined);
  }
  same(sentences.documentEnding.map(({ ending }) => ending), Object.keys(endings));
  for (const { kind, isBySelf: bySelf, deed } of sentences.noticeDeed) {
    const actors = [{ account: "a", count: 1, authenticity: "claimed", newest: new Map() }];
    same(bannerText({ kind, bySelf, actors }, () => "Bob"), `Bob ${deed}`);
    same(bannerAttribution({ kind, actors }, () => "Bob"), "Bob's app says");
  }
});
