import { decodeBase64URL, encodeBase64URL } from "../../../Web/grove/encoding/base64url.js";
import { merged } from "../../../Web/grove/rules/membership/known-membership.js";
import { names } from "../../../Web/grove/rules/model/record-names.js";
import { postNotice, retractNotices } from "../../../Web/grove/rules/notices/notice-rules.js";
import { Desk } from "./desk.js";
import { changesOf } from "./written-rows.js";

export const place = { audience: "https://docs.example", collaborationID: "doc-1" };

/** Who is told what by a notice of this device, and through which conversations. */
export class NoticePosting extends Desk {
  order = 0;

  constructor({ me }) {
    super();
    this.me = me;
  }

  async handle(event) {
    this.log = [];
    const said = await this[event.is](event);
    if (!said) return {};
    const { told, messages } = said.ok ? said.value : {};
    return { changes: changesOf(this.log), answer: { refused: said.refusal, told, messages: messages?.map(readable) } };
  }

  async invited({ by, epoch, map = [], conversationID, title = "Recipes" }) {
    this.order += 1;
    const told = { inviter: by, identityMap: map, epoch: BigInt(epoch), order: this.order };
    await this.change((records) => {
      const known = merged(records, place, told);
      if (!known) return;
      records.put(names.membership(place, by), known);
      const mine = map.find(({ account }) => account === this.me);
      if (!mine) return;
      records.put(names.invitation(place, mine.root),
        { collaboration: place, order: this.order, inviter: by, root: mine.root, conversationID, title, receivedAt: 0 });
    });
  }

  async revoked({ root, ended }) {
    await this.change((records) => {
      const name = names.invitation(place, root);
      const known = records.get(name);
      if (known) records.put(name, { ...known, isRevoked: true, ...(ended && { ended }) });
    });
  }

  async roster({ conversationID, members = [], state }) {
    this.put(names.conversation(conversationID), { conversationID, members, state, version: 1 });
  }

  async posted({ noticeID, kind, root, title, isAttested, at }) {
    const attestation = isAttested &&
      { keyID: "key-1", root: encodeBase64URL(new Uint8Array(32).fill(9)), signature: decodeBase64URL("AQID") };
    return this.change((records) =>
      postNotice(records, place, { noticeID, kind, root, title, attestation, at }, this.me));
  }

  async retracted({ noticeID, at }) {
    return { ok: true, value: await this.change((records) =>
      retractNotices(records, place, { noticeID, at }, this.me)) };
  }
}

const readable = ({ messageID, conversationID, accounts, content }) =>
  ({ messageID, conversationID, accounts, content: JSON.parse(new TextDecoder().decode(content)) });
