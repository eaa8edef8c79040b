import { fill, h } from "../../ui/dom.js";
import { handOver } from "../offline/handed-over.js";
import { errorSentence, listed } from "../sentences.js";
import { shareView } from "./share-view.js";
import { tell } from "./window-message.js";

/** Milliseconds: an app that has something to ask once it is shared begins before. */
const patience = 2000;

/** The same of one that has never asked who this person is: it is likely to, and whoever leaves before is told nothing. */
const firstPatience = 8000;

/**
 * An app's page wants to share something: the sheet, then how it went.
 *
 * @param {import("./window-page.js").WindowApp} app
 * @param {import("../../grove/bridge/app-window.js").ShareRequest} request
 */
export async function shareRequest(app, request) {
  const { sharing, box } = app;
  sharing.register(request.app);
  const sheet = await sharing.shareSheet(request.content, request.app);
  if (!sheet) return tell("Nothing to share",
    `${request.app.name} gave nothing that can be shared.`);
  /** @type {string | undefined} */
  let draftID;
  let isSending = false;
  const view = await shareView(app, sheet, {
    send: async (words) => {
      try {
        if (draftID === undefined) draftID = (await sharing.stage(sheet)).draftID;
        else await sharing.updateDraft(sheet.draft(draftID, Date.now()));
        isSending = true;
        const outcome = await sharing.send(draftID);
        if (outcome.outcome === "failed") return words(outcome.sentence);
        request.finish(outcome);
        // Its page stays, and this window does not.
        if (sheet.mode !== "sendCopy") void handOver(request.origin, request.connect());
        app.people.learn(await Promise.all(sheet.recipients.map((one) =>
          app.messenger.person(one))));
        const known = await sharing.confirmedAccounts();
        sent(app, request, outcome, sheet, !known.some(({ audience }) => audience === request.origin));
      } catch (error) {
        words(errorSentence(error));
      } finally {
        isSending = false;
      }
    },
    cancel: async () => {
      if (draftID !== undefined) {
        if (isSending && !(await sharing.cancelShare(draftID))) return;
        await gone(app, draftID);
      }
      request.finish({ outcome: "failed", failure: { code: "cancelled" },
        sentence: "Sharing was cancelled." });
      window.close();
    },
  });
  fill(box, view);
  view.querySelector("input")?.focus();
}

/**
 * Throws a draft away once the app has taken back what it had done: this window is what asks it.
 *
 * @param {import("./window-page.js").WindowApp} app
 * @param {string} draftID
 */
async function gone({ sharing, box }, draftID) {
  fill(box, h("p", { role: "status" }, "Taking back what was prepared…"));
  for (let tries = 0; tries < 40; tries += 1) {
    const status = (await sharing.drafts()).find(({ draft }) => draft.draftID === draftID);
    if (!status || status.state === "staged") break;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  await sharing.discardDraft(draftID).catch(() => {});
}

/**
 * @param {import("./window-page.js").WindowApp} app
 * @param {import("../../grove/bridge/app-window.js").ShareRequest} request
 * @param {{ outcome: "sent" | "waiting", conversationID: string }} outcome
 * @param {import("../../grove/rules/sharing/share-sheet.js").ShareSheet} sheet
 * @param {boolean} isFirst the app has never asked here who this person is
 */
function sent(app, request, { outcome, conversationID }, { recipients, mode }, isFirst) {
  const names = listed(recipients.map(app.people.nameOf));
  const isCopy = mode === "sendCopy";
  const title = outcome !== "sent" ? "Sent later" : isCopy ? `Sent to ${names}` : `Shared with ${names}`;
  const words = () => tell(title, outcome === "sent"
    ? isCopy ? "The conversation has a copy, which changes no more."
      : `${request.app.name} has what you shared; the conversation has the link.`
    : `There is no connection now. ${names} will get it when there is one.`, [
    h("button", { type: "button", class: "button primary", onclick: () => window.close() }, "Done"),
    h("a", { class: "button", href: `/#c=${conversationID}` }, "Show conversation")]);
  if (outcome !== "sent" || isCopy) return words();
  // The app asks at once who shared it, where it wants to know: this is not the end then.
  const shared = h("p", { role: "status" },
    isFirst ? `${title}. One moment: ${request.app.name} may have a question.` : `${title}.`);
  fill(app.box, shared);
  setTimeout(() => shared.isConnected && words(), isFirst ? firstPatience : patience);
}
