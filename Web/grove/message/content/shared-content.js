/**
 * All contents, for whoever imports this: a page on which people only write to each other does not
 * load those about sharing.
 */
import "./invitation.js";
import "./membership-update.js";
import "./notice.js";

export { contentTypes, decodeContent, encodeContent } from "./message-content.js";
