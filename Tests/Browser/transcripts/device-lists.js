import { gossipDue } from "../../../Web/grove/rules/conversations/gossip-rules.js";
import { hear, heardNamed } from "../../../Web/grove/rules/devices/alarm-rules.js";
import { readAccount, want } from "../../../Web/grove/rules/model/known-account.js";
import { names } from "../../../Web/grove/rules/model/record-names.js";
import { accounts, now, referenceOf, StatementDesk } from "./statement-desk.js";

/** Which device lists are believed, what contradicts them, and what others are told of them. */
export class DeviceLists extends StatementDesk {
  async handle(event) {
    return this[event.is](event);
  }

  async heard({ from, seen = [], isRefreshed = false }) {
    const gossip = { seen: seen.map(referenceOf) };
    return this.decide((records) =>
      void hear(records, gossip, { sender: accounts[from], isRefreshed, now }));
  }

  async named({ by, uploader, statement }) {
    const { seq, hash } = referenceOf({ statement });
    return this.decide((records) => {
      const known = readAccount(records, accounts[by]);
      if (known) heardNamed(records, known.chain, { seq, hash }, { uploader: accounts[uploader], now });
    });
  }

  async hinted({ account, seq }) {
    return this.decide((records) => void want(records, accounts[account], BigInt(seq)));
  }

  async told({ conversationID }) {
    const said = await this.decide((records) => {
      const due = gossipDue(records, records.get(names.conversation(conversationID)));
      if (due) records.put(names.told(conversationID), due.digest);
      return due;
    });
    const seen = said.answer?.seen.map(({ account, seq, hash }) => ({ account, seq: String(seq), hash }));
    return { ...said, answer: { seen } };
  }
}
