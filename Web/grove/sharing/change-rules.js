/** What follows here from changes of people and of devices, for an account that has shared something. */
export { rosterChanged } from "./membership-offer.js";
export { devicesChanged } from "./renewals.js";
