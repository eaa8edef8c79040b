/** How a page calls a guest: somebody of whom only an app's name is known (protocol 12.8). */
export { guestName, guestNote } from "../../message/notice-banner.js";
