import { readInvitation, writeInvitation } from "./invitation.js";
import { readMembershipUpdate, writeMembershipUpdate } from "./membership-update.js";
import { forms } from "./message-content.js";
import { readNotice, writeNotice } from "./notice.js";

/**
 * Contents about sharing, for whoever imports this: a page on which people only write to each other
 * does not load them.
 */
Object.assign(forms, {
  invitation: { read: readInvitation, write: writeInvitation },
  membershipUpdate: { read: readMembershipUpdate, write: writeMembershipUpdate },
  notice: { read: readNotice, write: writeNotice },
});

export { contentTypes, decodeContent, encodeContent } from "./message-content.js";
