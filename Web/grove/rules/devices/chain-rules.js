import { append } from "../../message/statement-chain-append.js";
import { judgeOffered } from "../../message/statement-pin.js";
import { StatementChain } from "../../message/statement-chain.js";
import { readAccount, writeAccount } from "../model/known-account.js";
import { addEverywhere } from "../model/thread.js";
import { alarmOf, raise } from "./alarm-rules.js";

/**
 * @typedef {import("../model/known-account.js").KnownAccount} KnownAccount
 * @typedef {import("../model/records.js").Records} Records
 * @typedef {import("../conversations/sharing-hooks.js").SharingHooks} SharingHooks
 *
 * @typedef {object} RelayAccount an account as the relay tells it. Nothing of it has been verified
 * @property {string} accountID
 * @property {string} handle
 * @property {string} name
 * @property {import("../../message/signed-statement.js").SignedStatement[]} statements from the
 *   number asked for to the newest
 * @property {import("../../message/kem-key-record.js").SignedKEMKey[]} kemKeys
 *
 * @typedef {object} Adopting
 * @property {string} accountID who was asked about
 * @property {bigint} from the number the relay was asked to begin with
 * @property {bigint} [wanted] the newest statement that somebody had named when the relay was asked
 * @property {number} now
 * @property {string} [me] this device's account
 * @property {SharingHooks} hooks
 */

/**
 * What the relay's answer about an account means (protocol 11.1): a verified chain goes on or stays;
 * it never goes back, and a second history is an alarm.
 *
 * @param {Records} records
 * @param {RelayAccount} answer
 * @param {Adopting} context
 * @returns {KnownAccount | "whole_chain_needed" | "invalid"} `invalid`: what was known
 *   stays, where there was something
 */
export function adopt(records, answer, context) {
  const { accountID, from, now } = context;
  const known = readAccount(records, accountID);
  if (known && from > 0n) return extend(records, known, answer, context);
  const offered = records.ask(() => StatementChain.verify(answer.statements));
  const chain = offered.ok && offered.value.accountID === accountID ? offered.value : undefined;
  if (!known) return chain ? write(records, chain, answer, now) : "invalid";
  if (!chain) {
    raise(records, { kind: "invalid_chain", accountID }, now);
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
 * @param {Records} records
 * @param {KnownAccount} known
 * @param {RelayAccount} answer
 * @param {Adopting} context
 */
function extend(records, known, answer, context) {
  if (answer.statements.length === 0) return rolledBack(records, known, context.now);
  let { chain } = known;
  for (const record of answer.statements) {
    const before = chain;
    const result = records.ask(() => append(before, record));
    if (result.outcome === "forked") {
      return contradicted(records, alarmOf(result.alarm), context.now);
    }
    if (result.outcome === "refused") return "whole_chain_needed";
    if (result.outcome === "appended") chain = result.chain;
  }
  return store(records, known, chain, answer, context);
}

/**
 * @param {Records} records
 * @param {KnownAccount} known
 * @param {StatementChain} chain
 * @param {RelayAccount} answer
 * @param {Adopting} context
 */
function store(records, known, chain, answer, { now, me, hooks, wanted: asked }) {
  // Named while the relay was being asked: its answer may be older. What was named before and is not there is not
  // asked for again, or somebody who names what does not exist would have it fetched for ever.
  const isStillWanted = known.wanted !== undefined && asked !== undefined
    && known.wanted > asked && known.wanted > chain.newest.seq;
  const account = write(records, chain, answer, now, isStillWanted ? known.wanted : undefined);
  if (chain.newest.hash !== known.chain.newest.hash) {
    for (const change of changesBetween(known.chain, chain)) {
      const { accountID } = chain;
      // A device more or less of one's own is no news of any conversation.
      if (accountID === me && change !== "recovered") continue;
      addEverywhere(records, accountID, { kind: "security", change, accountID }, now);
    }
    hooks.devicesChanged?.(chain, records);
  }
  return account;
}

/**
 * @param {Records} records
 * @param {StatementChain} chain
 * @param {RelayAccount} answer
 * @param {number} now
 * @param {bigint} [wanted] what is still to be asked for
 */
const write = (records, chain, { handle, name, kemKeys }, now, wanted) =>
  writeAccount(records, { handle, name, chain, kemKeys, refreshedAt: now, wanted });

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
 * @param {Records} records
 * @param {KnownAccount} known
 * @param {number} now
 * @param {import("../../message/statement-chain.js").StatementReference} [other]
 */
const rolledBack = (records, { accountID, chain }, now, other) =>
  contradicted(
    records, { kind: "rolled_back", accountID, known: chain.newest.reference, other }, now);

/**
 * @param {Records} records
 * @param {Omit<import("./alarm-rules.js").StoredAlarm, "raisedAt">} alarm
 * @param {number} now
 * @returns {"invalid"}
 */
function contradicted(records, alarm, now) {
  raise(records, alarm, now);
  return "invalid";
}
