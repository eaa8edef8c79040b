import { PublicKey } from "../../../Web/grove/crypto/public-key.js";
import { SigningKey } from "../../../Web/grove/crypto/signing-key.js";
import { encodeBase64URL } from "../../../Web/grove/encoding/base64url.js";
import { attestationSignedBytes } from "../../../Web/grove/message/content/notice.js";
import { bannerAttribution, bannerText } from "../../../Web/grove/message/notice-banner.js";
import { membershipUpdateCame } from "../../../Web/grove/rules/arrivals/membership-inbox.js";
import { noticePushed } from "../../../Web/grove/rules/arrivals/push-inbox.js";
import { putAwayCame } from "../../../Web/grove/rules/attention/put-away.js";
import { deedToMe } from "../../../Web/grove/rules/invitations/ending-sentences.js";
import { names } from "../../../Web/grove/rules/model/record-names.js";
import { conversationNews } from "../../../Web/grove/rules/notices/conversation-news.js";
import { chooseNotices } from "../../../Web/grove/rules/notices/notice-address-rules.js";
import { bannerJSON } from "./notice-ledger.js";
import { NoticePosting, place } from "./notice-posting.js";
import { shownFirstLines, shownName } from "../../../Web/grove/device/pushed-notices.js";
import { changesOf } from "./written-rows.js";

/** What becomes of what an app's server pushes to a device's address for one collaboration. */
export class PushInbox extends NoticePosting {
  /** @type {Map<string, Promise<SigningKey>>} */
  signers = new Map();

  constructor(start) {
    super(start);
    const people = [1, 2, 3, 4].map((number) => [encodeBase64URL(new Uint8Array(32).fill(number)), `Person ${number}`]);
    this.nameOf = (account) => new Map(people).get(account) ?? "Somebody";
  }

  async handle(event) {
    this.log = [];
    const said = await this[event.is](event) ?? {};
    const banners = (await this.store.get(names.ledger(place)))?.banners ?? [];
    const ending = await this.store.get(names.toldEnding(place));
    const news = await this.look((records) => conversationNews(records, this.me));
    return {
      ...said, answer: { ...said.answer, banners: banners.map(bannerJSON), news: news.flatMap((one) => this.#told(one, ending)) },
      ...(event.is === "pushed" && banners.length > 0 &&
        { sentence: banners.map((one) => this.#words(one, ending)).join(" | ") }),
    };
  }

  #told({ conversationID, banners }, ending) {
    return banners.map((one) =>
      ({ conversationID, id: one.id, text: this.#words(one, ending), latestAt: Number(one.latestAt) }));
  }

  #words(banner, ending) {
    const attribution = bannerAttribution(banner, this.nameOf);
    return bannerText(banner, this.nameOf, deedToMe(ending, banner)) + (attribution ? ` (${attribution})` : "");
  }

  async wanted({ isWanted }) {
    await this.change((records) => chooseNotices(records, place.audience, isWanted ?? false, 0n));
  }

  /** An inviter takes identities back. */
  async updated({ by, epoch, removed }) {
    const update = { ...place, epoch: BigInt(epoch), added: [], removed };
    await this.change((records) => membershipUpdateCame(records, update, { sender: by }, { myAccount: this.me }));
  }

  /** This device waits to be let in. */
  async awaited() {
    await this.change((records) => records.put(names.awaited(place), { ...place }));
  }

  /** Another device of an account tells. */
  async putAway({ by, isFromRemovedDevice = false, isElsewhere, notices = [] }) {
    const told = { ...place, ...(isElsewhere && { collaborationID: "doc-2" }), notices };
    const { dropped } = await this.change((records) =>
      putAwayCame(records, { documents: [told] }, { sender: by, isFromRemovedDevice }, this.me));
    return { changes: changesOf(this.log), answer: { dropped } };
  }

  async pushed({ notice, at }) {
    const { name, firstLines, stopped: isEnd } = notice;
    const told = await this.#attested({ ...notice, at: BigInt(notice.at), counter: BigInt(notice.counter) });
    const serverKey = encodeBase64URL((await this.#signer("key-1")).publicKey.bytes);
    const { dropped } = await this.change((records) =>
      noticePushed(records, { ...told, name: shownName(name), firstLines: shownFirstLines(firstLines), isEnd },
        { collaboration: place, serverKey }, { receivedAt: at, myAccount: this.me }));
    return { changes: changesOf(this.log), answer: { dropped } };
  }

  async #attested({ attestation, ...notice }) {
    if (!attestation) return notice;
    const { keyID, root, signedBy, isOfAnother } = attestation;
    const signed = attestationSignedBytes({ ...notice, at: notice.at + (isOfAnother ? 1n : 0n) }, root);
    return { ...notice, attestation: { keyID, root, signature: await (await this.#signer(signedBy)).sign(signed) } };
  }

  #signer(name) {
    const known = this.signers.get(name) ?? (async () => {
      const pair = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, false, ["sign", "verify"]);
      return new SigningKey(pair.privateKey, await PublicKey.fromCryptoKey(pair.publicKey));
    })();
    this.signers.set(name, known);
    return known;
  }
}
