import { KEMKey } from "../../../Web/grove/message/kem-key.js";
import { NoticeAddressKeys } from "../../../Web/grove/message/content/notice-addresses.js";
import { names } from "../../../Web/grove/rules/model/record-names.js";
import {
  addressesDue, addressesShared, addressesTold, addressGiven, chooseNotices, endedAddresses, forgetEnded, keepAddress,
} from "../../../Web/grove/rules/notices/notice-address-rules.js";
import { id } from "../support/people.js";
import { Desk } from "./desk.js";

const publicKey = (await KEMKey.generate()).publicKey;
const byText = (one, other) => (one < other ? -1 : 1);

/** Which notice addresses a device knows, hands out, and tells the account's other devices of. */
export class NoticeAddresses extends Desk {
  constructor({ me }) {
    super();
    this.me = me;
  }

  async handle(event) {
    const said = await this[event.is](event);
    return { answer: { ...said, ...await this.#standing() } };
  }

  async asked({ audience, collaborationID, serverKey }) {
    const { isRefused, given } = await this.look((records) =>
      addressGiven(records, { audience, collaborationID }, serverKey));
    return { isRefused, given: given?.addressID };
  }

  async made({ audience, collaborationID, ...made }) {
    const address = { ...members(made), collaboration: { audience, collaborationID }, sealedKeys: new Uint8Array(48) };
    const { isRefused, given } = await this.change((records) => keepAddress(records, address));
    return { isRefused, handed: given?.addressID };
  }

  async chosen({ audience, isWanted = false, at, isAway }) {
    await this.change((records) => chooseNotices(records, audience, isWanted, BigInt(at)));
    const ended = await this.look(endedAddresses);
    // The relay has ended them, or does not answer.
    if (!isAway) await this.change((records) => ended.forEach((one) => forgetEnded(records, one)));
    return ended.length > 0 ? { ended: ended.map(({ addressID }) => addressID).sort(byText) } : {};
  }

  async shared({ by, isFromRemovedDevice = false, ownSeq, addresses = [], choices = [] }) {
    const content = {
      addresses: addresses.map(({ audience, collaborationID, ...one }) =>
        ({ ...members(one), audience, collaborationID, publicKey, keys: new NoticeAddressKeys(new Uint8Array(48)) })),
      choices: choices.map(({ isWanted = false, at, ...one }) => ({ ...one, isWanted, at: BigInt(at) })),
    };
    const device = { myAccount: this.me, seq: BigInt(ownSeq), seal: async (bytes) => bytes };
    return this.change((records) =>
      addressesShared(records, content, { sender: by, isFromRemovedDevice }, device));
  }

  /** Something was shared with this device. */
  async invited({ audience, collaborationID }) {
    const place = { audience, collaborationID };
    await this.change((records) => records.put(names.invitation(place, id(10, 32)), { collaboration: place, order: 1 }));
  }

  async due({ ownSeq, isAlone }) {
    // Of an account with one device nothing is asked: it begins with the signed device list.
    if (isAlone) return {};
    const { addresses, choices } = await this.look((records) => addressesDue(records, BigInt(ownSeq)));
    return {
      dueAddresses: addresses.map(({ addressID }) => addressID), dueChoices: choices.map(({ audience }) => audience),
    };
  }

  async told({ ownSeq, addresses = [], choices = [] }) {
    const known = await this.#known();
    const sent = {
      addresses: known.addresses.filter(({ addressID }) => addresses.includes(addressID)),
      choices: known.choices.filter(({ audience }) => choices.includes(audience)),
    };
    await this.change((records) => addressesTold(records, sent, BigInt(ownSeq)));
  }

  async #known() {
    const [addresses, choices] = await Promise.all([names.noticeAddress(), names.noticeChoice()]
      .map(async (beginning) => [...(await this.store.list(beginning)).values()]));
    return { addresses: addresses.sort((one, other) => byText(one.addressID, other.addressID)), choices };
  }

  async #standing() {
    const { addresses, choices } = await this.#known();
    const number = (seq) => (seq === undefined ? undefined : Number(seq));
    return {
      addresses: addresses.map(({ addressID, toldSeq, isLater }) => ({ addressID, toldSeq: number(toldSeq), isLater })),
      choices: choices.map(({ audience, isWanted, at, toldSeq }) =>
        ({ audience, isWanted, at: number(at), toldSeq: number(toldSeq) })),
    };
  }
}

const members = ({ addressID, serverKey }) =>
  ({ addressID, serverKey, endpoint: "https://relay.example/1", publicKey: publicKey.bytes });
