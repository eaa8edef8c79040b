import { fill, h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { say } from "../ui/status.js";
import { whenReleased } from "../ui/when-released.js";
import { failureOf, hostOf } from "./sentences.js";

/**
 * What waits for the person above the conversations: drafts that go to nobody's conversation yet,
 * apps in which something is to be finished.
 *
 * @param {import("./app.js").App} app
 * @param {Element} place
 * @param {import("../grove/rules/model/sharing-types.js").DraftStatus[]} drafts
 * @param {{ origin: string, title: string }[]} apps
 */
export function drawPendingDrafts(app, place, drafts, apps) {
  whenReleased(place, () => fill(place, (drafts.length > 0 || apps.length > 0) && h("ul", null,
    drafts.map((status) => row(status.draft.header.title,
      status.draft.failure ? "Not sent. Open to try again." : "Not sent yet", async () =>
        (await import("./share/stored-draft.js")).storedDraft(app, status))),
    apps.map(({ origin, title }) => row(title || hostOf(origin), `Finish in ${hostOf(origin)} what was broken off`,
      () => finish(app, origin))))));
}

/** @param {string} title @param {string} line @param {() => void} open */
const row = (title, line, open) =>
  h("li", null, h("button", { type: "button", class: "conversation", onclick: open },
    h("span", { class: "avatar" }, icon("document")),
      h("span", { class: "conversation-title cut" }, title),
    h("span"), h("span", { class: "conversation-line cut" }, line)));

/**
 * @param {import("./app.js").App} app
 * @param {string} origin opens the app: what waited for it goes on
 */
async function finish(app, origin) {
  const { withApps } = await import("./share/send-draft.js");
  try {
    await withApps(app, [origin], () => app.sharing.settled());
    const isLeft = (await app.sharing.awaitedApps()).some((one) => one.origin === origin);
    say(isLeft ? "That is not finished yet." : "Finished");
  } catch (error) {
    say(failureOf(error).sentence ?? "That did not work.");
  }
}
