/** Pixels: enough for a button on a sharp screen. */
const side = 96;

/** Milliseconds: a proof does not wait for a picture. */
const patience = 2000;

/**
 * The photo of the conversation a document was shared in, for the app's collaboration button (design
 * 3, step 11): small, and only for an app the person has let in.
 *
 * @param {import("../../grove/messenger/messenger.js").Messenger} messenger
 * @param {string | undefined} conversationID
 * @returns {Promise<string | undefined>} a data address of a JPEG; nothing where there is no photo,
 *   or it cannot be had now
 */
export function smallPhoto(messenger, conversationID) {
  if (conversationID === undefined) return Promise.resolve(undefined);
  const late = new Promise((resolve) => setTimeout(resolve, patience));
  return Promise.race([drawn(messenger, conversationID).catch(() => undefined), late]);
}

/**
 * @param {import("../../grove/messenger/messenger.js").Messenger} messenger
 * @param {string} conversationID
 */
async function drawn(messenger, conversationID) {
  const photo = await messenger.photo(conversationID);
  if (!photo) return undefined;
  const image = await createImageBitmap(photo);
  const edge = Math.min(image.width, image.height);
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = side;
  canvas.getContext("2d")?.drawImage(image, (image.width - edge) / 2, (image.height - edge) / 2,
    edge, edge, 0, 0, side, side);
  return canvas.toDataURL("image/jpeg", 0.85);
}
