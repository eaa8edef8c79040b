import { redirectToProve, takeRedirectedProof } from "../../../Web/grove/bridge/redirected-proof.js";
import { redirectedRequest } from "../../../Web/grove/bridge/redirect-request.js";
import { same, suite, throwsCode } from "../support/harness.js";
import { FakeWindow, app, messenger } from "./support/windows.js";

const test = suite("the bridge without windows");

const question = { collaborationID: "doc-1", challenge: "AAAA", account: "bob@docs" };

function left() {
  const page = new FakeWindow(`${app}/d/1?x=1#old`);
  redirectToProve(messenger, question, { own: page });
  const { origin, pathname, hash } = new URL(page.wentTo);
  same([origin, pathname], [messenger, "/prove"]);
  return { page, hash };
}
const back = (page, address) => {
  page.location = { ...page.location, hash: new URL(address).hash };
  return takeRedirectedProof({ own: page });
};
const made = async () => ({ ok: true, value: { json: "{\"v\":1}", root: "r" } });

test("the proof comes back in the fragment, to the page that asked, once", async () => {
  const { page, hash } = left();
  const request = redirectedRequest({ hash }, `${app}/d/1`);
  same([request.origin, request.account, request.collaborationID], [app, "bob@docs", "doc-1"]);
  let asked;
  const { address } = await request.answer({ proof: (given) => ((asked = given), made()) }, async () => true);
  same([asked.origin, asked.asksAlways], [app, true]);
  same(address.startsWith(`${app}/d/1?x=1#collab-proof=`), true);
  same(back(page, address), { collaborationID: "doc-1", proof: "{\"v\":1}", root: "r" });
  same(page.location.hash, "");
  same(back(page, address), undefined, "it is taken once");
});

test("no invitation and not now come back alike, with empty hands", async () => {
  const { page, hash } = left();
  const request = redirectedRequest({ hash }, "");
  const refusal = "no_invitation";
  same(await request.answer({ proof: async () => ({ ok: false, refusal }) }), { ok: false, refusal });
  same(back(page, request.back), { collaborationID: "doc-1" });
});

test("an answer nobody here asked for is not taken", async () => {
  const [one, other] = [left(), left()];
  const { address } = await redirectedRequest({ hash: one.hash }, "").answer({ proof: made });
  same(back(other.page, address), undefined);
  same(back(new FakeWindow(`${app}/d/1`), address), undefined);
  same(takeRedirectedProof({ own: new FakeWindow(`${app}/d/1#somewhere`) }), undefined);
});

test("a page that sends somebody here in another's name is refused", async () => {
  const { hash } = left();
  await throwsCode("malformed", () => redirectedRequest({ hash }, "https://evil.example/"));
  const forged = (changes) => `#collab-request=${btoa(JSON.stringify(
    { id: "1", back: `${app}/`, ...question, ...changes })).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "")}`;
  for (const changes of [{ back: "javascript:alert(1)" }, { back: "http://docs.example/" }, { account: "" },
    { challenge: "A".repeat(1400) }, { collaborationID: undefined }]) {
    const code = changes.challenge ? "limit_exceeded" : "malformed";
    await throwsCode(code, () => redirectedRequest({ hash: forged(changes) }, ""), JSON.stringify(changes));
  }
  same(redirectedRequest({ hash: "#elsewhere" }, ""), undefined);
});
