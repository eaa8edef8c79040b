import { same, suite } from "../support/harness.js";
import { answerFor, firstAnswer } from "../../../Web/messenger/offline/network-first.js";

const test = suite("who answers a page");
const origin = "https://msg.example";

/** @param {string} path @param {string} [mode] @param {string} [method] */
const asked = (path, mode = "navigate", method = "GET") =>
  answerFor({ url: new URL(path, origin).href, mode, method }, origin);

test("pages that were opened come from the network first", () => {
  same(["/", "/?from=home"].map((path) => asked(path)), ["/", "/"]);
  same(["/share", "/prove?x"].map((path) => asked(path)), ["/away", "/away"]);
});

test("what the relay alone can answer is the network's", () => {
  for (const path of ["/relay/v1/mailbox?after=3", "/config.json", "/messenger/main.js", "/", "/x"]) {
    same(asked(path, "cors"), "network");
  }
  for (const path of ["/nothing", "/kept/x/", "/kept/x/messenger/main.js", "/share/x", "//share"]) {
    same(asked(path), "network");
  }
  same([asked("/", "navigate", "POST"), asked("/kept/x/a.js", "cors", "POST")], ["network", "network"]);
  same(asked("https://other.example/kept/x/a.js", "cors"), "network");
  same(asked("https://msg.example.evil/", "navigate"), "network");
});

test("what a kept page loads comes from its set", () =>
  same(asked("/kept/abc/messenger/main.js", "cors"), "kept"));

const kept = async () => new Response("kept");
const never = new Promise(() => {});
const soon = Promise.resolve();

/** @param {Promise<Response>} network @param {Promise<any>} late @param {() => Promise<any>} of */
const answered = async (network, late = never, of = kept) =>
  (await firstAnswer(network, late, of)).text();

test("while the relay answers nothing is taken from what is kept", async () => {
  const look = () => {
    throw new Error("looked");
  };
  for (const status of [200, 302, 404, 410, 429]) {
    same(await answered(Promise.resolve(new Response("new", { status })), never, look), "new");
  }
});

test("a relay that is away, broken or hanging is answered for", async () => {
  same(await answered(Promise.reject(new TypeError("away"))), "kept");
  for (const status of [500, 502, 503]) {
    same(await answered(Promise.resolve(new Response("gateway", { status }))), "kept");
  }
  same(await answered(never, soon), "kept");
});

test("where nothing is kept the relay's answer is waited for, whatever it is", async () => {
  const nothing = async () => undefined;
  const broken = async () => {
    throw new Error("the store is broken");
  };
  const slow = new Promise((resolve) => setTimeout(resolve, 5, "")).then(() => new Response("slow"));
  same(await answered(slow, soon, nothing), "slow");
  same(await answered(slow.then(() => new Response("slow")), soon, broken), "slow");
  same(await answered(Promise.resolve(new Response("bad", { status: 503 })), never, nothing), "bad");
  let refusal;
  await answered(Promise.reject(new TypeError("away")), never, nothing).catch((it) => (refusal = it));
  same(String(refusal), "TypeError: away");
});
