import { avatar } from "../../ui/avatar.js";
import { openDialog } from "../../ui/dialog.js";
import { h } from "../../ui/dom.js";
import { say } from "../../ui/status.js";
import { busy } from "../welcome/welcome.js";
import { errorSentence, hostOf, listed } from "../words.js";

/**
 * The plan, document by document: who gains, who loses. Nothing happens before “Apply”.
 *
 * @param {import("../app.js").App} app
 * @param {import("../../grove/sharing/sharing.js").MembershipOffer} offer
 */
export function membership(app, offer) {
  const problem = h("p", { class: "error", role: "alert" });
  const asks = h("p", { class: "small quiet", role: "status" });
  const button = h("button", { type: "button", class: "button primary", onclick: () =>
    busy(button, "Applying…", async () => {
      const { withApps } = await import("../share/send-draft.js");
      const origins = offer.documents.map(({ collaboration }) => collaboration.audience);
      problem.textContent = "";
      asks.textContent = `${listed([...new Set(origins.map(hostOf))])} asks you in a window of its ` +
        "own before anything changes.";
      const results = await withApps(app, origins, () => app.sharing.applyMembership(offer))
        .finally(() => (asks.textContent = ""));
      // What does not hold any more, or is being changed already, has no result.
      if (results.length < offer.documents.length) {
        problem.textContent = "Not everything was changed: an earlier change may still wait for your " +
          "answer in the app’s window.";
        return;
      }
      const failed = results.filter(({ result }) => result.outcome === "failed");
      if (failed.length === 0) {
        close();
        return say(results.some(({ result }) => result.outcome === "waiting")
          ? "Documents are updated as soon as there is a connection" : "Documents updated");
      }
      problem.textContent = failed.map(({ title, result }) =>
        `${title}: ${result.outcome === "failed" ? result.sentence : ""}`).join(" ");
    }, (error) => (problem.textContent = error?.sentence ?? errorSentence(error))) }, "Apply");
  const { close } = openDialog({ title: "Update what you shared here?", body: [
    h("p", null, "The people of this conversation have changed. Nothing changes in your " +
      "documents unless you apply it."),
    offer.documents.map(({ title, collaboration, gains, loses }) =>
      h("section", { class: "section" }, h("h3", null,
        `${title} · ${hostOf(collaboration.audience)}`),
        h("ul", { class: "lines" }, gains.map((account) => change(app, account, "gains access")),
          loses.map((account) => change(app, account, "loses access"))),
        h("p", { class: "small quiet" }, loses.length > 0 &&
          `${listed(loses.map(app.people.nameOf))} cannot open it any more, starting at once.`))),
    asks, problem],
  foot: [h("button", { type: "button", class: "button", onclick: async () => {
    await app.sharing.dismissMembership(offer);
    close();
  } }, "Not now"), button] });
  button.focus();
}

/** @param {import("../app.js").App} app @param {string} account @param {string} words */
const change = (app, account, words) =>
  h("li", { class: "line" }, avatar(account, app.people.name(account), "little"),
    h("span", { class: "line-text" }, app.people.name(account)),
      h("span", { class: "small quiet" }, words));
