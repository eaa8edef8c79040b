import { SignedStatement } from "../../../Web/grove/message/signed-statement.js";
import { StatementChain } from "../../../Web/grove/message/statement-chain.js";
import { gossipDue } from "../../../Web/grove/rules/conversations/gossip-rules.js";
import { hear, heardNamed } from "../../../Web/grove/rules/devices/alarm-rules.js";
import { adopt } from "../../../Web/grove/rules/devices/chain-rules.js";
import { readAccount, want } from "../../../Web/grove/rules/model/known-account.js";
import { names } from "../../../Web/grove/rules/model/record-names.js";
import { load } from "../support/environment.js";
import { DeviceDesk } from "./device-desk.js";

/** Signed device lists by name: `ann/1` is Ann's second. */
const { accounts, statements } = JSON.parse(await load("Tests/Vectors/statements.json"));
const now = 1_700_000_000_000;

const recordOf = (name) => SignedStatement.fromJSON(statements[name].record);
const referenceOf = ({ statement, account, seq, hash }) => (statement
  ? { account: accounts[statement.split("/")[0]], seq: BigInt(statements[statement].seq), hash: statements[statement].hash }
  : { account: accounts[account], seq: BigInt(seq), hash });

/** Which device lists are believed, what contradicts them, and what others are told of them. */
export class DeviceLists extends DeviceDesk {
  constructor(start) {
    const idOf = (name) => accounts[name];
    super({
      me: { ...start.me, account: idOf(start.me.account) },
      conversations: start.conversations.map((one) => ({ ...one, members: one.members.map(idOf) })),
    });
  }

  async handle(event) {
    return this[event.is](event);
  }

  async answered({ account, from = "0", statements: shown = [] }) {
    const accountID = accounts[account];
    const answer = { accountID, handle: account, name: account, kemKeys: [], statements: shown.map(recordOf) };
    const said = await this.decide((records) => adopt(records, answer,
      { accountID, from: BigInt(from), now, me: this.me.accountID, hooks: { devicesChanged: () => {} } }));
    return { ...said, answer: adopted(said.answer) };
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

function adopted(answer) {
  if (answer === "whole_chain_needed") return { is: "wholeChainNeeded" };
  if (answer === "invalid") return { is: "refused" };
  return answer.chain instanceof StatementChain && { is: "adopted", seq: String(answer.chain.newest.seq) };
}
