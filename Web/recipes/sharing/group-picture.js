/** What a messenger gives is 96 pixels wide; more than this is something else. */
const longest = 40_000;
const form = /^data:image\/jpeg;base64,[A-Za-z0-9+/]+=*$/;
const place = (/** @type {string} */ collaborationID) => `recipes.picture.${collaborationID}`;

/**
 * The photo of the conversation a recipe is shared in, as the person's messenger last gave it: kept
 * in this browser, for the collaboration button.
 *
 * @param {string} collaborationID
 * @param {unknown} photo nothing leaves what was kept before
 */
export function keepPicture(collaborationID, photo) {
  if (typeof photo !== "string" || photo.length > longest || !form.test(photo)) return;
  try {
    localStorage.setItem(place(collaborationID), photo);
  } catch {
    // No room: initials serve as well.
  }
}

/** @param {string | undefined} collaborationID @returns {string | undefined} an address */
export function pictureFor(collaborationID) {
  if (collaborationID === undefined) return undefined;
  try {
    return localStorage.getItem(place(collaborationID)) ?? undefined;
  } catch {
    return undefined;
  }
}
