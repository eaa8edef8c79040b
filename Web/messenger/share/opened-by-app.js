import { AppWindow } from "../../grove/bridge/app-window.js";

/**
 * This window began as an app's share sheet and is a conversation now: notices of that app still go
 * straight through it (docs/decisions/0012-bridge.md). Whatever else it asks for, it leads to
 * another page.
 *
 * @param {import("../app.js").App} app
 */
export async function hearApp({ sharing }) {
  const appWindow = new AppWindow();
  for (;;) {
    const request = await appWindow.next();
    if (request.kind === "notice") await request.answer(sharing);
  }
}
