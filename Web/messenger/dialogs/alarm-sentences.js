/** @type {Record<import("../../grove/rules/model/messenger-types.js").Alarm["kind"], string>} */
const sentences = {
  fork: "There are two different lists of WHOSE devices.",
  reported_fork: "Somebody saw another list of WHOSE devices than this one.",
  hidden_statement: "The server hides a change of WHOSE devices from this one.",
  rolled_back: "The server shows an older list of WHOSE devices than before.",
  invalid_chain: "The server shows a list of WHOSE devices that is not valid.",
  handle_moved: "The server gives WHOSE handle to another account.",
};

/**
 * @param {import("../../grove/rules/model/messenger-types.js").Alarm} alarm
 * @param {string} whose "your" or "Charlie’s"
 */
export const alarmSentence = ({ kind }, whose) =>
  `${sentences[kind].replace("WHOSE", whose)} Somebody may be listening in: compare the safety ` +
  "number, and ask whoever runs the server.";
