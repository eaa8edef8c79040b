import { MessengerWindow } from "../../../Web/grove/bridge/messenger-window.js";
import { note, same, suite } from "../support/harness.js";
import { inNode } from "../support/environment.js";

const test = suite("the bridge between two windows of two origins");

// The server of these tests is reached by two names, which are two origins.
const other = !inNode && location.hostname === "localhost"
  ? `http://127.0.0.1:${location.port}` : undefined;
const path = (wish, page = "messenger") => `/Tests/Browser/bridge/support/${page}.html?wish=${wish}`;
const question = { collaborationID: "doc-1", challenge: "AAAA", account: "bob@docs" };

function opened(wish, page) {
  const window = MessengerWindow.open(other, path(wish, page), { patience: 5000 });
  if (window.isBlocked) throw new Error("this browser opens no windows without a click");
  return window;
}

const isOpening = other && (() => {
  const probe = window.open("about:blank", "probe", "popup");
  probe?.close();
  return Boolean(probe);
})();

if (!isOpening) note("windows of two origins were not tried: none can be opened here");
else {
  test("a proof goes across, and names the origin the browser saw", async () => {
    const window = opened("agree");
    const result = await window.prove(question);
    window.close();
    same(result, { ok: true, proof: location.origin, root: "r" });
  });

  test("a share goes across with its file, and asks back", async () => {
    const asked = [];
    const window = opened("agree");
    const file = new File([new Uint8Array(70_000)], "cake.pdf", { type: "application/pdf" });
    const result = await window.share({ metadata: { title: "Baking" }, file }, {
      start: async ({ metadata }) => {
        asked.push(metadata.title);
        return { link: `${location.origin}/d/1`, collaborationID: "doc-1" };
      },
      updateParticipants: async ({ added }) => void asked.push(...added),
      shareCancelled: async () => {},
    });
    window.close();
    same([result.ok, asked], [true, ["Baking", location.origin, "70000"]]);
  });

  test("whoever is not let in learns nothing, and sees a window that closes", async () => {
    const window = opened("stranger");
    const result = window.prove(question);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    window.close();
    same((await result).reason, "cancelled");
    const closed = opened("closed");
    same((await closed.prove(question)).reason, "cancelled");
  });

  test("a page of another origin in the messenger's place is not heard", async () => {
    const window = MessengerWindow.open(location.origin.replace("localhost", "[::1]"), "/nothing", { patience: 1500 });
    const intruder = globalThis.open(`${other}${path("x", "intruder")}`, "grove-messenger", "popup");
    const result = await window.prove(question);
    intruder?.close();
    window.close();
    same(result.reason, "timed_out");
  });
}
