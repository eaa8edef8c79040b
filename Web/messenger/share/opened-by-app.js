import { AppWindow } from "../../grove/bridge/app-window.js";
import { connectedPage } from "../../grove/bridge/connected-page.js";

/**
 * An app's page opened this window, as a share sheet that is a conversation now or for its conversation at once:
 * notices of that app go straight through it, and while its page is there, it asks its owner in that page what it would
 * otherwise need a window of its own for (docs/decisions/0012-bridge.md). Whatever else the app asks for, it leads to
 * another page.
 *
 * @param {import("../app.js").App} app
 */
export async function hearApp({ sharing, connected }) {
  const appWindow = new AppWindow(window, {
    // Only an app the person has let in: to others nothing is said that they did not cause (protocol 13.3).
    came: async (one) => {
      if (await sharing.hasConsent(one.origin)) connected.add(one);
    },
    went: (one) => connected.remove(one),
    // What is in front of the person there is no news here.
    seen: async (collaboration) => {
      if (await sharing.hasConsent(collaboration.audience)) await sharing.clearNotices(collaboration);
    },
  });
  for (;;) {
    const request = await appWindow.next();
    if (request.kind === "notice") await request.answer(sharing);
  }
}

/**
 * Something was shared in a window of the messenger's that an app's page had opened: that page is asked from here from now on.
 *
 * @param {Pick<import("../app.js").App, "sharing" | "connected">} app
 * @param {string} origin of the app
 * @param {MessagePort} port
 * @param {Window} [own]
 */
export async function hearSharingPage({ sharing, connected }, origin, port, own = window) {
  if (!(await sharing.hasConsent(origin))) return port.close();
  connectedPage(origin, port, {
    own,
    came: async (one) => {
      // They may have taken it back meanwhile.
      if (await sharing.hasConsent(origin)) connected.add(one);
    },
    went: (one) => connected.remove(one),
  });
}
