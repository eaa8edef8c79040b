import { ShareSheet } from "../../grove/rules/sharing/share-sheet.js";
import { openDialog } from "../../ui/dialog.js";
import { h } from "../../ui/dom.js";
import { say } from "../../ui/status.js";
import { attempt } from "../dialogs/conversation-details.js";
import { sendDraft } from "./send-draft.js";
import { shareView } from "./share-view.js";

/**
 * A draft that has no conversation of its own yet, or came back: the share sheet again.
 *
 * @param {import("../app.js").App} app
 * @param {import("../../grove/rules/model/sharing-types.js").DraftStatus} status
 */
export async function storedDraft(app, { draft, state, problem }) {
  const { header, metadata, file } = draft;
  const sheet = new ShareSheet(draft.origin, header.appName,
    { metadata, file, image: header.image });
  if (draft.conversationID) sheet.chooseConversation(draft.conversationID, draft.recipients);
  else for (const account of draft.recipients) sheet.addRecipient(account);
  sheet.text = draft.text;
  const view = await shareView(app, sheet, {
    send: async (words) => {
      const outcome = await sendDraft(app, sheet.draft(draft.draftID, draft.createdAt));
      if (outcome.outcome === "failed") return words(outcome.sentence);
      close();
      say(outcome.outcome === "sent" ? "Shared" : "It is sent when there is a connection");
      app.go(outcome.conversationID);
    },
    cancelWord: "Discard",
    cancel: async () => {
      if (await attempt(() => app.sharing.discardDraft(draft.draftID))) close();
    },
  });
  const { close } = openDialog({ title: "Not sent yet", body: [
    problem && h("p", { class: "note danger" }, problem),
    state === "staged" ? view : h("p", { role: "status" }, "It is being sent."),
  ] });
}
