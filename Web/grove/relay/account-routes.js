import { Members } from "../encoding/json-members.js";
import { kemKeyFromJSON } from "../message/kem-key-record.js";
import { SignedStatement } from "../message/signed-statement.js";
import { jsonOf } from "./relay-call.js";

/**
 * Routes about accounts that are asked for rarely.
 *
 * @typedef {import("./relay-client.js").RelayClient} RelayClient
 * @typedef {import("../rules/devices/chain-rules.js").RelayAccount} RelayAccount
 *
 * A page of a chain: where it goes on, and with the last one the keys.
 *
 * @typedef {RelayAccount & { next?: bigint }} RelayPage
 */

/**
 * @param {RelayClient} relay
 * @param {string} accountID
 * @param {bigint} from
 * @returns {Promise<RelayAccount>}
 */
export const lookUpAccount = async (relay, accountID, from = 0n) =>
  whole(from, async (from) =>
    jsonOf(await relay.signed(`accounts/${accountID}?from=${from}`), readAccount));

/** @param {RelayClient} relay @param {object} json @returns {Promise<RelayAccount>} */
export const signUp = async (relay, json) =>
  jsonOf(await relay.plain("accounts", { method: "POST", json, isUnnamed: true }), readAccount);

/** @param {RelayClient} relay @param {string} handle @returns {Promise<string>} the account */
export const lookUpHandle = async (relay, handle) =>
  jsonOf(await relay.signed(`handles/${encodeURIComponent(handle)}`), (value) =>
    new Members(value).identifier("accountID", 32));

/** @param {RelayClient} relay @param {string} handle @returns {Promise<RelayAccount>} */
export const lookUpForRecovery = async (relay, handle) =>
  whole(0n, async (from) =>
    jsonOf(await relay.plain(`handles/${encodeURIComponent(handle)}/recovery?from=${from}`), readAccount));

/**
 * @param {RelayClient} relay
 * @param {string} accountID
 * @param {object} json signed by the recovery key: its own credential
 */
export const publishRecovery = (relay, accountID, json) =>
  relay.plain(`accounts/${accountID}/recovery`, { method: "POST", json });

/**
 * @param {RelayClient} relay
 * @param {import("../message/signed-statement.js").SignedStatement} statement
 */
export const publishStatement = (relay, statement) =>
  relay.signed("statements", { method: "POST", json: { statement } });

/** @param {RelayClient} relay @param {object} kemKey */
export const publishKEMKey = (relay, kemKey) =>
  relay.signed("kem-keys", { method: "POST", json: { kemKey } });

/**
 * The last page of a chain with the statements of all.
 *
 * @param {bigint} from
 * @param {(from: bigint) => Promise<RelayPage>} ask
 * @returns {Promise<RelayAccount>}
 */
async function whole(from, ask) {
  const statements = [];
  for (;;) {
    const page = await ask(from);
    statements.push(...page.statements);
    // A relay that sends its reader back would never come to an end.
    const { next, ...last } = page;
    if (next === undefined || next <= from) return { ...last, statements };
    from = next;
  }
}

/** @param {unknown} value @returns {RelayPage} */
function readAccount(value) {
  const members = new Members(value);
  return {
    accountID: members.identifier("accountID", 32), handle: members.text("handle"),
    name: members.text("name"), statements: members.array("statements", SignedStatement.fromJSON),
    kemKeys: members.array("kemKeys", kemKeyFromJSON),
    next: members.has("next") ? members.decimal("next") : undefined,
  };
}
