import { append } from "../message/chain-append.js";
import { judgeOffered } from "../message/offered-chain.js";
import { StatementChain } from "../message/statement-chain.js";
import { writeAccount } from "./account-writing.js";
import { readAccount } from "./accounts.js";
import { alarmOf, raise } from "./alarms.js";
import { addEverywhere } from "./security-lines.js";

/**
 * @typedef {import("./accounts.js").KnownAccount} KnownAccount
 * @typedef {import("./staged-records.js").StagedRecords} StagedRecords
 * @typedef {import("../relay/account-routes.js").RelayAccount} RelayAccount
 *
 * @typedef {object} Adopting
 * @property {string} accountID who was asked about
 * @property {bigint} from the number the relay was asked to begin with
 * @property {number} now
 * @property {string} [me] this device's account
 * @property {import("./local-device.js").SharingHooks} hooks
 */

/**
 * What the relay's answer about an account means (protocol 11.1): a verified chain goes on or stays;
 * it never goes back, and a second history is an alarm.
 *
 * @param {StagedRecords} records
 * @param {RelayAccount} answer
 * @param {Adopting} context
 * @returns {Promise<KnownAccount | "whole_chain_needed" | "invalid">} `invalid`: what was known
 *   stays, where there was something
 */
export async function adopt(records, answer, context) {
  const { accountID, from, now } = context;
  const known = await readAccount(records, accountID);
  if (known && from > 0n) return extend(records, known, answer, context);
  const offered = await StatementChain.verify(answer.statements);
  const chain = offered.ok && offered.value.accountID === accountID ? offered.value : undefined;
  if (!known) return chain ? write(records, chain, answer, now) : "invalid";
  if (!chain) {
    await raise(records, { kind: "invalid_chain", accountID }, now);
    return "invalid";
  }
  const judged = judgeOffered(known.chain, chain);
  if (judged.verdict === "fork") return contradicted(records, alarmOf(judged.alarm), now);
  if (judged.verdict === "behind") return rolledBack(records, known, now, chain.newest.reference);
  return store(records, known, chain, answer, context);
}

/**
 * The answer begins with the newest statement known here.
 *
 * @param {StagedRecords} records
 * @param {KnownAccount} known
 * @param {RelayAccount} answer
 * @param {Adopting} context
 */
async function extend(records, known, answer, context) {
  if (answer.statements.length === 0) return rolledBack(records, known, context.now);
  let { chain } = known;
  for (const record of answer.statements) {
    const result = await append(chain, record);
    if (result.outcome === "forked") {
      return contradicted(records, alarmOf(result.alarm), context.now);
    }
    if (result.outcome === "refused") return "whole_chain_needed";
    if (result.outcome === "appended") chain = result.chain;
  }
  return store(records, known, chain, answer, context);
}

/**
 * @param {StagedRecords} records
 * @param {KnownAccount} known
 * @param {StatementChain} chain
 * @param {RelayAccount} answer
 * @param {Adopting} context
 */
async function store(records, known, chain, answer, { now, me, hooks }) {
  const account = await write(records, chain, answer, now);
  if (chain.newest.hash !== known.chain.newest.hash) {
    for (const change of changesBetween(known.chain, chain)) {
      const { accountID } = chain;
      // A device more or less of one's own is no news of any conversation.
      if (accountID === me && change !== "recovered") continue;
      await addEverywhere(records, accountID, { kind: "security", change, accountID }, now);
    }
    await hooks.devicesChanged?.(known.chain, chain, records);
  }
  return account;
}

/**
 * @param {StagedRecords} records
 * @param {StatementChain} chain
 * @param {RelayAccount} answer
 * @param {number} now
 */
const write = (records, chain, { handle, name, kemKeys }, now) =>
  writeAccount(records, { handle, name, chain, kemKeys, refreshedAt: now });

/**
 * What contacts are shown (protocol 11.6: a recovery is a security-relevant change).
 *
 * @param {StatementChain} before
 * @param {StatementChain} after
 * @returns {("recovered" | "device_added" | "device_removed")[]}
 */
function changesBetween(before, after) {
  const later = after.records.slice(before.records.length);
  if (later.some(({ signer }) => signer === "recovery")) return ["recovered"];
  const [old, current] = [before.newest, after.newest];
  const isAdded = current.devices.some(({ deviceID }) => !old.device(deviceID));
  const isRemoved = old.devices.some(({ deviceID }) => !current.device(deviceID));
  /** @type {("device_added" | "device_removed")[]} */
  const changes = [];
  if (isAdded) changes.push("device_added");
  if (isRemoved) changes.push("device_removed");
  return changes;
}

/**
 * @param {StagedRecords} records
 * @param {KnownAccount} known
 * @param {number} now
 * @param {any} [other]
 */
const rolledBack = (records, { accountID, chain }, now, other) =>
  contradicted(
    records, { kind: "rolled_back", accountID, known: chain.newest.reference, other }, now);

/**
 * @param {StagedRecords} records
 * @param {any} alarm
 * @param {number} now
 * @returns {Promise<"invalid">}
 */
async function contradicted(records, alarm, now) {
  await raise(records, alarm, now);
  return "invalid";
}
