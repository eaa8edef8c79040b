import { compareIdentifiers } from "../../../Web/grove/encoding/identifiers.js";
import { comesBack, documentTold, namedAnew, proofAsked } from "../../../Web/grove/rules/invitations/document-rules.js";
import { documentState } from "../../../Web/grove/rules/invitations/document-state.js";
import { endings, endingSentence } from "../../../Web/grove/rules/invitations/ending-sentences.js";
import { retitle } from "../../../Web/grove/rules/invitations/invitation-changes.js";
import { applied, notingFurther } from "../../../Web/grove/rules/membership/known-membership.js";
import { sharedIn } from "../../../Web/grove/rules/membership/shared-collaboration.js";
import { stillShared } from "../../../Web/grove/rules/membership/still-shared.js";
import { names } from "../../../Web/grove/rules/model/record-names.js";
import { NoticePosting, place } from "./notice-posting.js";
import { changesOf } from "./written-rows.js";

/** What a device was told of a document since it was shared, and what it shows of it. */
export class DocumentStates extends NoticePosting {
  async handle(event) {
    this.log = [];
    await this[event.is](event);
    const { title, firstLines, ending, accounts, joined, guests, isTold, isHeard } =
      await this.look((records) => documentState(records, place));
    const [isShared] = await this.look((records) => stillShared(records, [{ collaboration: place }]));
    const shared = await this.look((records) => sharedIn(records));
    return {
      changes: changesOf(this.log),
      answer: {
        title, firstLines, ending, ...(!isShared && { isFinal: true }), participants: accounts.sort(compareIdentifiers),
        joined: joined.sort(compareIdentifiers), guests, isTold, isHeard,
        shared: shared.map(({ conversationID, metadata }) =>
          ({ conversationID, title: metadata.title, firstLines: metadata.card?.firstLines })),
      },
      ...(ending && { sentence: `${endings[ending]} ${endingSentence(title ?? "", ending)}` }),
    };
  }

  async invited(event) {
    await super.invited(event);
    const kept = this.log;
    if (kept.length === 0) return;
    await this.change((records) => namedAnew(records, place, (event.map ?? []).map(({ root }) => root)));
    this.log = [...kept, ...this.log];
  }

  async retitled({ title, by }) {
    await this.change((records) => retitle(records, place, title, by));
  }

  /** An inviter gives somebody another identity in the place of one. */
  async replaced({ by, epoch, account, old, root }) {
    await this.change((records) => {
      const name = names.membership(place, by);
      const known = records.get(name);
      const answer = known && applied(known, { ...place, epoch: BigInt(epoch), added: [{ account, root }], removed: [old] }, by);
      if (answer?.ok) records.put(name, notingFurther(records, answer.value, known));
    });
  }

  /** This device has shared it. */
  async shared({ conversationID, firstLines, participants = [] }) {
    await this.change((records) => records.put(names.shared(conversationID, place), {
      collaboration: place, conversationID, link: "", title: "Recipes", optionsSummary: "", epoch: 1n,
      metadata: { localIdentifier: "1", title: "Recipes", ...(firstLines && { card: { firstLines } }) }, participants,
    }));
  }

  /** Its app's server tells this device what happens. */
  async addressed() {
    this.put(names.noticeAddress(place, "AQ"), {
      collaboration: place, addressID: "AQ", endpoint: "https://relay.example/1", serverKey: "AQ",
      publicKey: new Uint8Array(65), sealedKeys: new Uint8Array(1) });
  }

  async asked({ refused = [] }) {
    await this.change((records) => proofAsked(records, place, refused));
  }

  async signed() {
    await this.change((records) => comesBack(records, place));
  }

  async told({ now, ...deed }) {
    await this.change((records) => documentTold(records, place, { ...deed, receivedAt: now }));
  }
}
