import { encodeBase64URL } from "../../../Web/grove/encoding/base64url.js";
import {
  chooseToLetIn, devicesChanged, forgetRenewed, renewals, renewedUnasked,
} from "../../../Web/grove/rules/invitations/identity-renewals.js";
import { documentTold } from "../../../Web/grove/rules/invitations/document-rules.js";
import { withoutRoots, withParticipant } from "../../../Web/grove/rules/membership/shared-collaboration.js";
import { readAccount } from "../../../Web/grove/rules/model/known-account.js";
import { names } from "../../../Web/grove/rules/model/record-names.js";
import { accounts, referenceOf, StatementDesk } from "./statement-desk.js";

/** Whose devices changed after something was shared with them, and who gets a new identity unasked. */
export class IdentityRenewals extends StatementDesk {
  hooks = { devicesChanged: (chain, records) => devicesChanged(records, chain) };
  #roots = 0;

  constructor(start) {
    super(start);
    [{ conversationID: this.conversationID }] = start.conversations;
  }

  async handle(event) {
    const { changes, answer } = await this[event.is](event);
    return { changes, answer: { ...answer, ...await this.#standing() } };
  }

  /** This device has shared something, or has learnt what another of its account has. */
  shared({ collaborationID, participants = [] }) {
    const collaboration = placeOf(collaborationID);
    let row = {
      collaboration, conversationID: this.conversationID, link: "", title: "Recipes", optionsSummary: "", epoch: 1n,
      metadata: { localIdentifier: "1", title: "Recipes" }, participants: [],
    };
    for (const { account, statement } of participants) {
      row = withParticipant(row, { account: accounts[account], root: this.#nextRoot(),
        statement: statement && statementOf({ statement }) });
    }
    return this.decide((records) => records.put(names.shared(this.conversationID, collaboration), row));
  }

  chosen({ isWanted }) {
    return this.decide((records) => chooseToLetIn(records, isWanted));
  }

  /** A round of renewals has ended. */
  roundEnded() {
    return this.decide(forgetRenewed);
  }

  /** It is gone for everybody. */
  ended({ collaborationID }) {
    return this.decide((records) => documentTold(records, placeOf(collaborationID), { kind: "deleted", at: 0 }));
  }

  /** The app's server tells that somebody was taken out, under the newest identity that they were given. */
  taken({ account, collaborationID }) {
    const place = placeOf(collaborationID);
    return this.decide((records) => {
      const root = records.get(names.shared(this.conversationID, place))?.participants
        .filter((one) => one.account === accounts[account]).at(-1)?.root;
      if (root) documentTold(records, place, { kind: "removedCollaborator", root, at: 0 });
    });
  }

  /** Somebody who has one already. */
  given(event) {
    return this.renewed(event, true);
  }

  /** An account has an identity for the devices it has now, in place of those it had or beside them. */
  renewed({ account, collaborationID }, isBeside = false) {
    const name = names.shared(this.conversationID, placeOf(collaborationID));
    return this.decide((records) => {
      const [row, known] = [records.get(name), readAccount(records, accounts[account])];
      if (!row || !known) return;
      const { newest } = known.chain;
      const old = isBeside ? [] : row.participants.filter((one) => one.account === accounts[account])
        .map(({ root }) => root);
      records.put(name, withParticipant(withoutRoots(row, old), {
        account: accounts[account], root: this.#nextRoot(), statement: { seq: newest.seq, hash: newest.hash },
      }));
    });
  }

  #nextRoot() {
    this.#roots += 1;
    return encodeBase64URL(Uint8Array.from([this.#roots >> 8, this.#roots & 0xff, ...Array(30).fill(0xee)]));
  }

  #standing() {
    return this.look((records) => {
      const found = renewals(records);
      return {
        letsIn: records.get(names.letsDevicesIn()),
        renewals: found.map(({ collaboration, account, root, reason, since, isAlarmed }) =>
          ({ collaborationID: collaboration.collaborationID, account, root, reason, since, isAlarmed })),
        unasked: renewedUnasked(records, found).map(({ root }) => root),
      };
    });
  }
}

const placeOf = (collaborationID) => ({ audience: "https://docs.example", collaborationID });

function statementOf(named) {
  const { seq, hash } = referenceOf(named);
  return { seq, hash };
}
