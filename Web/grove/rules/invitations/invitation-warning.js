/** Why a link that came as an invitation is only a link, as the Swift messenger says it. */

/** @type {Record<string, string>} */
const sentences = {
  contradicts_earlier: "It contradicts an earlier invitation of the same sender.",
  removed_device: "It was sent by a device that has since been removed.",
  sender_not_member: "Its sender is not in this conversation.",
  audience_mismatch: "Its link does not lead where it says.",
  device_list_alarm: "It was made for a device list that is not yours.",
  root_mismatch: "It was not made for your devices.",
  map_mismatch: "It says something else to others than to you.",
  no_collaboration_device: "None of your devices takes part in collaborations.",
};

/**
 * @param {string} code of a link that is only a link
 * @returns {string} one sentence for the person
 */
export const warningSentence = (code) => sentences[code] ?? "It cannot be used here.";
