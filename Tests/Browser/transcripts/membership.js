import { compareIdentifiers } from "../../../Web/grove/encoding/identifiers.js";
import { membershipUpdateCame } from "../../../Web/grove/rules/arrivals/membership-inbox.js";
import { documentTold } from "../../../Web/grove/rules/invitations/document-rules.js";
import { nextOrder } from "../../../Web/grove/rules/invitations/received-invitation.js";
import { KnownParticipants, merged } from "../../../Web/grove/rules/membership/known-membership.js";
import { offerFor } from "../../../Web/grove/rules/membership/membership-rules.js";
import { rootOf } from "../../../Web/grove/message/collaboration-membership.js";
import { takeOver } from "../../../Web/grove/rules/membership/shared-collaboration.js";
import { names } from "../../../Web/grove/rules/model/record-names.js";
import { personsOf } from "../../../Web/grove/rules/sharing/persons.js";
import { encodeBase64URL } from "../../../Web/grove/encoding/base64url.js";
import { Desk } from "./desk.js";
import { changesOf } from "./written-rows.js";

const elsewhere = encodeBase64URL(new Uint8Array(16).fill(4, 1));
/** Of all that a server told, as in the Swift half. */
const noticeID = encodeBase64URL(new Uint8Array(16));
const place = { audience: "https://docs.example", collaborationID: "doc-1" };

/** Who takes part in a collaboration, as inviters tell it, and what a conversation's changes offer. */
export class Membership extends Desk {
  order = 0;
  conversationID = encodeBase64URL(new Uint8Array(16).fill(3, 1));

  constructor({ me }) {
    super();
    this.me = me;
  }

  async handle(event) {
    this.log = [];
    const answer = await this[event.is](event);
    const written = new Map(this.log.map((one) => [one.name, one]));
    const sharing = [...written.values()].filter(({ name }) => name.startsWith("sharing/"));
    return { changes: changesOf(sharing), answer: { ...answer, participants: await this.#participants() } };
  }

  async invited({ by, epoch, map = [], isElsewhere }) {
    this.order += 1;
    const told = { inviter: by, identityMap: map, epoch: BigInt(epoch), order: this.order };
    return this.change((records) => {
      const known = merged(records, place, told);
      if (!known) return { is: "contradicts" };
      records.put(names.membership(place, by), known);
      const mine = map.find(({ account }) => account === this.me);
      if (mine) {
        records.put(names.invitation(place, mine.root), {
          collaboration: place, order: nextOrder(records, place), inviter: by, root: mine.root,
          conversationID: this.conversationID, receivedAt: 0,
        });
      }
      if (by === this.me) {
        const conversationID = isElsewhere ? elsewhere : this.conversationID;
        records.put(names.shared(conversationID, place), undefined);
        takeOver(records, { ...place, title: "Recipes", link: "", optionsSummary: "", identityMap: map,
          epoch: BigInt(epoch) }, conversationID);
      }
      return { is: "taken" };
    });
  }

  async updated({ by, epoch, added = [], removed = [], title, ended, senderIsNoMember, isElsewhere, isFromRemovedDevice = false }) {
    // The inbox asks whether a sender is a member, for every content.
    if (senderIsNoMember && !isFromRemovedDevice) return { is: "refused", code: "sender_not_member" };
    const update = { ...place, epoch: BigInt(epoch), added, removed, title, ended };
    const before = await this.#mine();
    const { dropped } = await this.change((records) => membershipUpdateCame(records, update,
      { sender: by, conversationID: isElsewhere ? elsewhere : this.conversationID, isFromRemovedDevice }, { myAccount: this.me }));
    if (dropped) return { is: "refused", code: dropped };
    const after = await this.#mine();
    const known = await this.store.get(names.membership(place, by));
    return { is: "applied", removedMe: after < before && rootOf(known.members, this.me) === undefined };
  }

  async #mine() {
    return [...(await this.store.list(names.invitation(place))).values()].filter((one) => !one.isRevoked).length;
  }

  async roster({ version, members = [] }) {
    const roster = { conversationID: this.conversationID, version: Number(version), members, state: "active" };
    const offer = await this.look((records) => offerFor(records, roster, this.me));
    return offer && { is: "offer", version: String(offer.version),
      documents: offer.documents.map(({ title, gains, loses, left, elsewhere: beside }) =>
        ({ title, gains, loses, left, elsewhere: beside })) };
  }

  async naming({ added = [] }) {
    return { is: "named", persons: await this.look((records) => personsOf(records, place, added)) };
  }

  async told({ root, actor, hasCome }) {
    const kind = hasCome ? "addedCollaborator" : "removedCollaborator";
    await this.change((records) => documentTold(records, place, { kind, root, actor, at: 0, noticeID }));
    return { is: "taken" };
  }

  async dismissed({ version }) {
    await this.change((records) => records.put(names.dismissed(this.conversationID), Number(version)));
  }

  async #participants() {
    const known = await this.look((records) => KnownParticipants.of(records, place));
    const roots = [...new Set(known.records.flatMap((one) => [...one.roots.keys()]))].sort(compareIdentifiers);
    return known.accounts.sort(compareIdentifiers).map((account) =>
      ({ account, roots: roots.filter((root) => known.accountOf(root) === account) }));
  }
}
