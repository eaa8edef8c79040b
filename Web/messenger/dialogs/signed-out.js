import { ask } from "../../ui/dialog.js";
import { forgetEverything } from "../offline/erase-browser-data.js";

let isAsked = false;

/** @param {import("../app.js").App} app this browser was taken out of its account */
export async function signedOut(app) {
  if (isAsked) return;
  isAsked = true;
  const sure = await ask({ title: "This browser was removed from your account", no: "Keep reading",
    yes: "Remove and begin anew", danger: true, text: "It gets no more messages and can send none. You can " +
    "still read what is here, or remove everything and begin anew." });
  if (!sure) return;
  await app.messenger.stop();
  await forgetEverything();
  location.replace("/");
}
