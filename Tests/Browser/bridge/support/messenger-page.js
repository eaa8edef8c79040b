import { AppWindow } from "../../../../Web/grove/bridge/app-window.js";

/** What a messenger's page does in these tests: everything a person would agree to, and no more. */
const wish = new URLSearchParams(location.search).get("wish");
const sharing = {
  hasConsent: async () => wish !== "stranger",
  proof: async ({ origin }) => wish === "stranger"
    ? { ok: false, refusal: "no_invitation" } : { ok: true, value: { json: origin, root: "r" } },
  postNotice: async () => ({ ok: true, value: [] }),
  takePublishedKeys: async () => {}, documentStates: async () => [{}],
};

async function share({ content, app, finish, origin }) {
  const { metadata, file } = content;
  const started = await app.start({ actionID: "s", metadata, timeLimit: 5 });
  const size = file ? (await file.data.arrayBuffer()).byteLength : 0;
  const updated = await app.updateParticipants({
    actionID: "u", collaborationID: started.collaborationID, metadata, added: [origin, `${size}`],
    removed: [], replaced: [], timeLimit: 5,
  });
  finish(updated.ok ? { outcome: "sent" } : { outcome: "failed", sentence: updated.reason });
}

if (wish === "closed") window.close();
// Somebody else's window must not be heard, and must not hear.
const appWindow = new AppWindow();
if (wish !== "silent") {
  for (;;) {
    const request = await appWindow.next();
    if (request.kind === "share") await share(request);
    else await request.answer(sharing, async () => true);
  }
}
