import { names } from "./names.js";

/**
 * @typedef {import("./local-device.js").LocalDevice} Device
 * @typedef {import("./messenger-types.js").ThreadItem} ThreadItem
 */

/**
 * Takes a message that was not sent out of its conversation.
 *
 * @param {Device} device
 * @param {ThreadItem} item
 */
export const discardFailed = (device, { conversationID, position }) =>
  device.change(async (records) => {
    const name = names.item(conversationID, position);
    const item = await records.get(name);
    if (item?.delivery?.state !== "failed") return;
    records.put(name, undefined);
    if (item.messageID) records.put(names.message(item.messageID, item.senderDevice), undefined);
  });
