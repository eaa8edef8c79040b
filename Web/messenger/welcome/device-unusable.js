import { ask } from "../../ui/dialog.js";
import { h } from "../../ui/dom.js";
import { errorSentence, failureOf } from "../sentences.js";
import { forgetEverything } from "../offline/erase-browser-data.js";
import { step } from "./welcome.js";

/**
 * This browser's device cannot be opened: what happened, and what to do.
 *
 * @param {unknown} error
 */
export function deviceUnusable(error) {
  const isLost = failureOf(error).code === "no_device";
  step(isLost ? "This browser’s keys are gone" : "Grove cannot open", [
    h("p", { role: "alert" }, isLost
      ? "The browser has thrown away part of what Grove keeps in it. Your account is still " +
        "there: begin anew here, then link this browser from another device or use your recovery " +
          "code."
      : errorSentence(error)),
    h("button", { type: "button", class: "button primary wide", onclick: () => location.reload() },
      "Try again"),
    isLost && h("button", { type: "button", class: "button danger wide", onclick: anew },
      "Begin anew"),
  ], true);
}

async function anew() {
  const sure = await ask({ title: "Remove what is left?", yes: "Remove it", danger: true,
    text: "What is left of Grove in this browser is removed: messages that were here cannot be " +
      "read again." });
  if (!sure) return;
  await forgetEverything();
  location.replace("/");
}
