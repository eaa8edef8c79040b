import { SignedStatement } from "../../../Web/grove/message/signed-statement.js";
import { StatementChain } from "../../../Web/grove/message/statement-chain.js";
import { adopt } from "../../../Web/grove/rules/devices/chain-rules.js";
import { load } from "../support/environment.js";
import { DeviceDesk } from "./device-desk.js";

const { accounts, statements } = JSON.parse(await load("Tests/Vectors/statements.json"));

/** Accounts by name. */
export { accounts };
export const now = 1_700_000_000_000;

const recordOf = (name) => SignedStatement.fromJSON(statements[name].record);

/** A signed device list by name, `ann/1` is Ann's second; or one that somebody has made up. */
export const referenceOf = ({ statement, account, seq, hash }) => (statement
  ? { account: accounts[statement.split("/")[0]], seq: BigInt(statements[statement].seq), hash: statements[statement].hash }
  : { account: accounts[account], seq: BigInt(seq), hash });

/** A device that is told device lists by name. */
export class StatementDesk extends DeviceDesk {
  hooks = { devicesChanged: () => {} };

  constructor(start) {
    const idOf = (name) => accounts[name];
    super({
      me: { ...start.me, account: idOf(start.me.account) },
      conversations: start.conversations.map((one) => ({ ...one, members: one.members.map(idOf) })),
    });
  }

  async answered({ account, from = "0", wanted, statements: shown = [] }) {
    const accountID = accounts[account];
    const answer = { accountID, handle: account, name: account, kemKeys: [], statements: shown.map(recordOf) };
    const said = await this.decide((records) => adopt(records, answer,
      { accountID, from: BigInt(from), wanted: wanted && BigInt(wanted), now, me: this.me.accountID, hooks: this.hooks }));
    return { ...said, answer: adopted(said.answer) };
  }
}

function adopted(answer) {
  if (answer === "whole_chain_needed") return { is: "wholeChainNeeded" };
  if (answer === "invalid") return { is: "refused" };
  if (!(answer.chain instanceof StatementChain)) return undefined;
  const { chain, wanted } = answer;
  return { is: "adopted", seq: String(chain.newest.seq), ...(wanted && { wanted: String(wanted) }) };
}
