import { ConnectedApps } from "../../../Web/messenger/share/connected-apps.js";
import { DevicesLetIn } from "../../../Web/messenger/share/let-devices-in.js";
import { withApps } from "../../../Web/messenger/share/send-draft.js";
import { same, suite } from "../support/harness.js";
import { until } from "./support/windows.js";

const test = suite("the bridge: new devices that are let in by themselves");
const origin = "https://docs.example";
const sent = { outcome: "sent" };

/** A messenger with a page of the app's connected, and what it asked of its sharing side. */
function messengerWith({ renewals = [due()], letsIn = true, answer = () => sent, isAsked = true } = {}) {
  const here = new Set();
  const asked = [];
  const said = [];
  const sharing = {
    letsDevicesIn: async () => letsIn, renewals: async () => renewals, isAppHere: (one) => here.has(one),
    register: ({ origin: one }) => here.add(one), unregister: (one) => here.delete(one),
    renewIdentities: async ({ collaborationID }, account) => {
      asked.push(`${account} ${collaborationID}`);
      page.asked += isAsked ? 1 : 0;
      return answer(collaborationID);
    },
  };
  const connected = new ConnectedApps();
  const page = { asked: 0 };
  connected.add(/** @type {any} */ (Object.assign(page, { origin, isLost: false, show: () => said.push("show"), announce: (count) => said.push(count),
    withdraw: () => said.push("withdraw") })));
  const app = /** @type {any} */ ({ sharing, connected, isOnline: true });
  return { app, asked, said, here, devices: new DevicesLetIn(app) };
}

const due = (change = {}) => ({ collaboration: { audience: origin, collaborationID: "1" }, account: "bob", root: "r", since: 1,
  reason: "device_added", isAlarmed: false, ...change });
const still = () => new Promise((resolve) => setTimeout(resolve, 30));

test("an app's page is asked about a new device once, where the person chose so, and does not come to the front", async () => {
  for (const not of [{ letsIn: false }, { renewals: [due({ isAlarmed: true })] }, { renewals: [due({ reason: "device_removed" })] }]) {
    const none = messengerWith(/** @type {any} */ (not));
    none.devices.look();
    await still();
    same(none.asked, []);
  }
  const refusing = messengerWith({ answer: () => ({ outcome: "failed", failure: { code: "update_failed", reason: "It was not allowed." } }) });
  for (let time = 0; time < 3; time += 1) {
    refusing.devices.look();
    await still();
  }
  same([refusing.asked, refusing.said, [...refusing.here]], [["bob 1"], ["withdraw"], []]);
  refusing.devices.lookAnew();
  await until(() => refusing.asked.length === 2);
});

test("of many documents as many are asked about at once as a page takes, and the others then", async () => {
  const renewals = Array.from({ length: 70 }, (_, index) => due({ root: `r${index}`,
    collaboration: { audience: origin, collaborationID: String(index) } }));
  const many = messengerWith({ renewals });
  many.devices.look();
  await until(() => many.asked.length === 70);
  same(many.said.filter((one) => one !== "withdraw"), [64, 6]);
});

test("what no app was asked about is tried again, and whoever cannot be looked up keeps nobody else waiting", async () => {
  const carol = due({ account: "carol", root: "c", collaboration: { audience: origin, collaborationID: "2" } });
  const busy = messengerWith({ isAsked: false, renewals: [due(), carol], answer: (id) => {
    if (id === "1") throw new Error("contact_unknown");
    return { outcome: "waiting" };
  } });
  busy.devices.look();
  await until(() => busy.asked.filter((one) => one === "carol 2").length === 2);
  await still();
  same(busy.asked, ["bob 1", "carol 2", "bob 1", "carol 2"]);
});

test("what the person asks meanwhile of the same page is not taken away when that is answered", async () => {
  let answer = (_) => {};
  const one = messengerWith({ answer: () => new Promise((resolve) => (answer = resolve)) });
  one.devices.look();
  await until(() => one.asked.length === 1);
  let finish = () => {};
  const clicked = withApps(one.app, [origin], () => new Promise((resolve) => (finish = () => resolve(undefined))));
  answer(sent);
  await still();
  same([...one.here], [origin]);
  finish();
  await clicked;
  same([[...one.here], one.said], [[], ["show", "withdraw"]], "and it comes to the front");
});
