import { connectedPage } from "../../../Web/grove/bridge/connected-page.js";
import { ConnectedApps } from "../../../Web/messenger/share/connected-apps.js";
import { hearSharingPage } from "../../../Web/messenger/share/opened-by-app.js";
import { Problem } from "../../../Web/recipes/server/problem.js";
import { textStore } from "../../../Web/recipes/session/text-store.js";
import { hearAfterSharing } from "../../../Web/recipes/sharing/opened-here.js";
import { FakeWindow, app, change, hurried, messenger, moment, until } from "../bridge/support/windows.js";
import { same, suite } from "../support/harness.js";

const test = suite("recipes: asked in the page in which something was shared");
const tab = () => new FakeWindow(`${messenger}/`);

/**
 * The app's page in which somebody is signed in as far as it knows, and whose server answers with a refusal.
 *
 * @param {string} code
 * @param {(hand: () => MessagePort) => Promise<void>} body `hand` gives the page an end of a channel, and returns the other one
 */
async function withSharer(code, body) {
  const server = { me: async () => { throw new Problem(code); } };
  const page = new FakeWindow(`${app}/d/1`);
  const before = textStore.getItem("recipes.account");
  textStore.setItem("recipes.account", "ann");
  try {
    await body(() => {
      const { port1, port2 } = new MessageChannel();
      hearAfterSharing(/** @type {any} */ ({ server, config: { messengerOrigin: messenger } }), messenger, port1, /** @type {any} */ (page));
      return port2;
    });
  } finally {
    page.leave();
    if (before === null) textStore.removeItem("recipes.account");
    else textStore.setItem("recipes.account", before);
  }
}

test("an end gives way to a later one once somebody speaks through that, and not before", () => hurried(() => withSharer("unreachable", async (hand) => {
  const [came, went] = [[], []];
  const place = { own: tab(), came: (one) => came.push(one), went: (one) => went.push(one) };
  connectedPage(app, hand(), place);
  await until(() => came.length === 1);
  const later = hand();
  await moment(300);
  same(went, [], "nobody has taken the other end yet");
  same(await came[0].updateParticipants(change()), { ok: false, reason: "It was not allowed.", isUnchanged: true });
  connectedPage(app, later, place);
  await until(() => came.length === 2 && went.length === 1);
  await moment(300);
  same([went[0] === came[0], went.length], [true, 1]);
})));

test("a page whose session is over says that nothing was done and is asked no more, so that the next click opens a window", () =>
  hurried(() => withSharer("unauthenticated", async (hand) => {
    const connected = new ConnectedApps();
    const sharing = { hasConsent: async () => true };
    await hearSharingPage(/** @type {any} */ ({ sharing, connected }), app, hand(), /** @type {any} */ (tab()));
    await until(() => connected.has(app));
    const answer = await connected.get(app)?.updateParticipants(change());
    same(answer, { ok: false, reason: "Nobody is signed in there.", isUnchanged: true });
    await until(() => !connected.has(app));
    await moment(300);
    same(connected.has(app), false);
  })));
