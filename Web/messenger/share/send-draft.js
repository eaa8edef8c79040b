import { AppActions } from "../../grove/bridge/app-actions.js";
import { ConnectedApps } from "./connected-apps.js";
import { failureOf, hostOf } from "../sentences.js";

/** @typedef {Pick<import("../app.js").App, "sharing"> & Partial<Pick<import("../app.js").App, "connected">>} WithSharing */
/** @typedef {import("../../grove/rules/model/sharing-types.js").ShareOutcome} ShareOutcome */
/** @typedef {import("../../grove/bridge/remote-app.js").RemoteApp} RemoteApp */

/** A reason that is a sentence already. */
class NotHere extends Error {
  /** @param {string} sentence */
  constructor(sentence) {
    super(sentence);
    this.sentence = sentence;
  }
}

/**
 * Apps that are asked now, by how much at once, and how each is let go of: what began later goes on with the app that was here
 * already, and that is not taken away from it.
 *
 * @type {WeakMap<import("../app.js").App["sharing"], Map<string, { count: number, letGo: (() => void)[], app?: RemoteApp }>>}
 */
const held = new WeakMap();

/**
 * @param {import("../app.js").App["sharing"]} sharing
 * @param {string} origin
 * @param {() => void} [letGo] absent: where it is held already
 * @param {RemoteApp} [inPage]
 * @returns {() => void} ends that; called once
 */
function hold(sharing, origin, letGo, inPage) {
  const all = held.get(sharing) ?? new Map();
  held.set(sharing, all);
  const app = all.get(origin) ?? { count: 0, letGo: [] };
  all.set(origin, app);
  app.count += 1;
  if (letGo) app.letGo.push(letGo);
  app.app ??= inPage;
  return () => {
    app.count -= 1;
    if (app.count > 0) return;
    all.delete(origin);
    for (const end of app.letGo) end();
  };
}

/**
 * Does something that apps have to answer: in a page of theirs that is connected with this one, opening those that
 * are not here. Call it in a click.
 *
 * @template Result
 * @param {WithSharing} app
 * @param {string[]} origins
 * @param {(asked: import("../../grove/bridge/remote-app.js").RemoteApp[]) => Promise<Result>} work `asked`: the apps in other
 *   windows
 * @param {import("../../grove/rules/model/sharing-types.js").CollaborationKey[]} [about] what they are asked about: in a
 *   page that shows it, where there is one
 * @param {boolean} [isByItself] nobody has clicked: no page comes to the front
 * @returns {Promise<Result>}
 * @throws {NotHere}
 */
export async function withApps({ sharing, connected = new ConnectedApps() }, origins, work, about, isByItself = false) {
  const all = [...new Set(origins)];
  const away = all.filter((origin) => !sharing.isAppHere(origin));
  const inPage = away.flatMap((origin) => connected.get(origin, about) ?? []);
  const opened = away.filter((origin) => !connected.has(origin)).map((origin) => new AppActions(origin));
  const there = all.filter((origin) => !away.includes(origin));
  // In a page that is asked something already it is asked this, too.
  const asked = [...inPage, ...there.flatMap((origin) => held.get(sharing)?.get(origin)?.app ?? [])];
  const ends = there.map((origin) => hold(sharing, origin));
  try {
    // Only for as long as this lasts: what a page is asked by itself would be a question out of nowhere.
    for (const app of inPage) {
      sharing.register(app);
      ends.push(hold(sharing, app.origin, () => {
        sharing.unregister(app.origin);
        app.withdraw();
      }, app));
    }
    // Where the browser lets it, the question comes to the front.
    if (!isByItself) for (const app of asked) app.show();
    for (const actions of opened) {
      ends.push(hold(sharing, actions.origin, () => {
        sharing.unregister(actions.origin);
        actions.close();
      }));
    }
    for (const actions of opened) {
      const where = hostOf(actions.origin);
      if (actions.isBlocked) {
        throw new NotHere(`Your browser did not open ${where}. Allow windows for this page, then ` +
          "try again.");
      }
      const here = await actions.ready;
      if (!here) throw new NotHere(`${where} did not answer. Sign in there, then try again.`);
      sharing.register(here);
      asked.push(here);
    }
    return await work(asked);
  } finally {
    for (const end of ends) end();
  }
}

/**
 * What apps in other windows are asked about together they ask their owners in one question.
 *
 * @param {import("../../grove/bridge/remote-app.js").RemoteApp[]} asked
 * @param {{ collaboration: import("../../grove/rules/model/sharing-types.js").CollaborationKey }[]} documents
 */
export function announce(asked, documents) {
  for (const one of asked) {
    const count = documents.filter(({ collaboration }) => collaboration.audience === one.origin).length;
    if (count > 1) one.announce(count);
  }
}

/**
 * Sends a draft with its text as it is now.
 *
 * @param {WithSharing} app
 * @param {import("../../grove/rules/model/sharing-types.js").Draft} draft
 * @returns {Promise<ShareOutcome>}
 */
export async function sendDraft(app, draft) {
  try {
    const origins = draft.metadata ? [draft.origin] : [];
    return await withApps(app, origins, async () => {
      await app.sharing.updateDraft(draft);
      return app.sharing.send(draft.draftID);
    });
  } catch (error) {
    const { sentence } = failureOf(error);
    if (!sentence) throw error;
    return { outcome: "failed", failure: { code: "app_unavailable" }, sentence };
  }
}
