import { takeActionsThrough } from "../../../Web/grove/bridge/actions-page.js";
import { connectedPage } from "../../../Web/grove/bridge/connected-page.js";
import { AppLost } from "../../../Web/grove/bridge/remote-app.js";
import { ConnectedApps } from "../../../Web/messenger/share/connected-apps.js";
import { hearSharingPage } from "../../../Web/messenger/share/opened-by-app.js";
import { holds, same, suite } from "../support/harness.js";
import { FakeWindow, app, change, hurried, messenger, moment, until } from "./support/windows.js";

const test = suite("the bridge, between pages that neither has opened");
const tab = () => new FakeWindow(`${messenger}/`);

/** A channel to a page that can be frozen: what is said to it then it hears once it goes on. */
function freezing() {
  const [near, far] = [new MessageChannel(), new MessageChannel()];
  let unheard = /** @type {object[] | undefined} */ (undefined);
  near.port2.onmessage = ({ data }) => unheard ? unheard.push(data) : far.port1.postMessage(data);
  far.port1.onmessage = ({ data }) => near.port2.postMessage(data);
  const goOn = () => {
    for (const data of unheard ?? []) far.port1.postMessage(data);
    unheard = undefined;
  };
  return { messengers: near.port1, apps: far.port2, freeze: () => (unheard ??= []), goOn };
}

/** A page of the app at this end whose owner is asked, and has not answered. */
function asking(port) {
  const page = { overs: [], done: [], answer: /** @type {((isAllowed: boolean) => void) | undefined} */ (undefined) };
  takeActionsThrough(port, { own: /** @type {any} */ (new FakeWindow(`${app}/d/1`)), messengerOrigin: messenger,
    handlers: { updateParticipants: async ({ added }) => { page.done.push(added); return {}; } },
    confirm: (_, over) => new Promise((resolve) => {
      page.answer = resolve;
      over.addEventListener("abort", () => page.overs.push(over.reason));
    }) });
  return page;
}

test("a page that was frozen finds what it was asked withdrawn, whether it had shown it or not, and does nothing", () => hurried(async () => {
  for (const isShown of [true, false]) {
    const { messengers, apps, freeze, goOn } = freezing();
    const page = asking(apps);
    const came = [];
    const end = connectedPage(app, messengers, { own: tab(), came: (one) => came.push(one), went: () => {} });
    await until(() => came.length === 1);
    if (!isShown) freeze();
    const lost = came[0].updateParticipants(change()).catch((error) => error);
    if (isShown) await until(() => page.answer !== undefined);
    freeze();
    holds(await lost instanceof AppLost, "the messenger has given it up");
    same(page.overs, []);
    goOn();
    await until(() => page.answer !== undefined && page.overs.length === 1);
    page.answer?.(true);
    await moment(100);
    same([page.overs, page.done], [["withdrawn"], []]);
    end();
  }
}));

/** A page of the app that answers greetings unless it is frozen, handed over where consent is as `mayAsk` says. */
function handingOver() {
  const page = { connected: new ConnectedApps(), asked: [], said: [], mayAsk: false, isFrozen: false, hear: () => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data: { id, type } }) => {
      page.said.push(type);
      if (!page.isFrozen) port1.postMessage({ collab: 1, id, type: "ready", page: "p" });
    };
    const sharing = { hasConsent: async (origin) => page.asked.push([origin, page.mayAsk]) && page.mayAsk };
    return hearSharingPage(/** @type {any} */ ({ sharing, connected: page.connected }), app, port2, /** @type {any} */ (tab()));
  } };
  return page;
}

test("consent is asked whenever an app's page comes, and not only when its end was handed over", () => hurried(async () => {
  const page = handingOver();
  await page.hear();
  await moment(150);
  same([page.asked, page.said], [[[app, false]], []], "nothing is said to an app that was not let in");
  page.mayAsk = true;
  await page.hear();
  await until(() => page.connected.has(app));
  page.isFrozen = true;
  await until(() => !page.connected.has(app));
  const { length } = page.asked;
  Object.assign(page, { mayAsk: false, isFrozen: false });
  await until(() => page.asked.length > length);
  await moment(150);
  same([page.asked.length, page.connected.has(app)], [length + 1, false]);
}));
