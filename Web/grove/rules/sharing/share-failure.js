import { maximumParticipants } from "./share-state.js";

/**
 * Why a share, or a change of participants, did not happen: the draft comes back with it. The codes
 * are stable; `reason` is the app's own words, or the relay's code.
 *
 * @typedef {{ code: ShareFailureCode, account?: string, reason?: string }} ShareFailure
 * @typedef {keyof typeof sentences} ShareFailureCode
 */

const sentences = Object.freeze({
  cancelled: "Sharing was cancelled.",
  interrupted: "Sharing was interrupted; nothing was sent.",
  no_recipients: "Choose somebody to share with.",
  too_many_recipients: `At most ${maximumParticipants} people, you included, can take part.`,
  recipient_unknown: "One of the recipients is not known here.",
  recipient_without_devices: "One of the recipients has no device that can take part.",
  recipient_untrusted: "The device list of one of the recipients cannot be trusted.",
  app_unavailable: "The app is not here to answer.",
  start_failed: "The app could not start the share",
  start_timed_out: "The app did not start the share in time.",
  link_refused: "The app answered with a link that is not its own.",
  update_failed: "The app could not change who takes part",
  update_timed_out: "The app did not add the people in time.",
  relay_unreachable: "The relay cannot be reached.",
  not_a_member: "One of the recipients is no longer in the conversation.",
  invitation_too_large: "The invitation is too large to be sent.",
  devices_keep_changing: "The recipients’ devices keep changing; try again.",
  upload_refused: "The relay refused the message.",
});

/**
 * @param {ShareFailure} failure
 * @returns {string} one sentence for the person
 */
export function failureSentence({ code, reason }) {
  const sentence = sentences[code];
  if (sentence.endsWith(".")) return sentence;
  return reason ? `${sentence}: ${reason}` : `${sentence}.`;
}
