import { isOpenedFrom, redirectToProve, takeRedirectedProof } from "../../../Web/grove/bridge/redirected-proof.js";
import { redirectedRequest } from "../../../Web/grove/bridge/redirect-request.js";
import { same, suite, throwsCode } from "../support/harness.js";
import { FakeWindow, app, messenger } from "./support/windows.js";

const test = suite("the bridge without windows");

const question = { collaborationID: "doc-1", challenge: "AAAA", account: "bob@docs" };

function left(kept) {
  const page = new FakeWindow(`${app}/d/1?x=1#old`);
  redirectToProve(messenger, { ...question, pushKey: "key", keys: { v: 1 } }, { own: page, kept });
  const { origin, pathname, hash } = new URL(page.wentTo);
  same([origin, pathname, page.isNamed], [messenger, "/prove", true]);
  return { page, hash };
}
const back = (page, address) => {
  page.location = { ...page.location, hash: new URL(address).hash };
  return takeRedirectedProof({ own: page });
};
const made = async () => ({ ok: true, value: { json: "{\"v\":1}", root: "r" } });
const noAddress = { noticeAddress: async () => undefined, takePublishedKeys: async () => undefined };

test("the proof comes back in the fragment, to the page that asked, once", async () => {
  const { page, hash } = left({ attempt: 1 });
  const request = redirectedRequest({ hash }, `${app}/d/1`);
  same([request.origin, request.account, request.collaborationID], [app, "bob@docs", "doc-1"]);
  const heard = [];
  const sharing = {
    proof: (given) => (heard.push(given), made()),
    noticeAddress: async (place, key) => ({ place, key }),
    takePublishedKeys: async (...given) => void heard.push(given),
  };
  const { address } = await request.answer(sharing, async () => true, async () => "data:picture", () => "Bob");
  same([heard[0].origin, heard[0].asksAlways, heard[1]], [app, false, [app, { v: 1 }]]);
  same(address.startsWith(`${app}/d/1?x=1#collab-proof=`), true);
  same(back(page, address), { proof: "{\"v\":1}", root: "r", photo: "data:picture",
    notices: { place: { audience: app, collaborationID: "doc-1" }, key: "key" }, collaborationID: "doc-1",
    kept: { attempt: 1 } });
  same(page.location.hash, "");
  same(back(page, address), undefined, "it is taken once");
});

test("who was led there by nobody knows whom is asked every time, told no refusal, and hands over no keys", async () => {
  const { page, hash } = left();
  const request = redirectedRequest({ hash }, "");
  const refusal = "no_invitation";
  let asked;
  const sharing = {
    proof: async (given) => ((asked = given), { ok: false, refusal }), hasConsent: async () => true,
    takePublishedKeys: () => { throw new Error("of whoever"); },
  };
  const answer = await request.answer(sharing);
  same([answer.refusal, answer.isTold, asked.asksAlways], [refusal, false, true]);
  same(answer.address, request.back, "as after no");
  same(back(page, answer.address), { collaborationID: "doc-1", kept: undefined });
});

test("an app's own page is told a refusal once the person has let it in, and never that they said no", async () => {
  for (const [refusal, isLetIn, code] of [["no_invitation", true, "no_invitation"], ["no_invitation", false, undefined],
    ["account_not_confirmed", true, undefined]]) {
    const { page, hash } = left();
    const sharing = { ...noAddress, proof: async () => ({ ok: false, refusal }), hasConsent: async () => isLetIn,
      documentStates: async () => [{ ending: "stopped" }] };
    const { address, isTold } = await redirectedRequest({ hash }, `${app}/`).answer(sharing);
    const { code: told, ending } = back(page, address);
    same([isTold, told, ending], [code !== undefined, code, code && "stopped"], `${refusal} ${isLetIn}`);
  }
});

test("how the app calls somebody is heard, and by a click alone it hears that they want to sign in", async () => {
  const page = new FakeWindow(`${app}/d/1`);
  redirectToProve(messenger, { ...question, accountName: "Bob" }, { own: page });
  const { hash } = new URL(page.wentTo);
  const request = redirectedRequest({ hash }, "");
  same(request.accountName, "Bob");
  same(back(page, request.tell({ code: "signs_in" })), { code: "signs_in", collaborationID: "doc-1", kept: undefined });
  same(redirectedRequest({ hash: left().hash }, "").accountName, undefined);
});

test("an app that was not let in hears how it ended where the person says so by a click, and not before", async () => {
  for (const referrer of ["", `${app}/`]) {
    const { page, hash } = left();
    const request = redirectedRequest({ hash }, referrer);
    const sharing = { ...noAddress, proof: async () => ({ ok: false, refusal: "no_invitation" }), hasConsent: async () => false,
      documentStates: async () => [{ ending: "deleted" }] };
    const { address, isTold } = await request.answer(sharing);
    same([isTold, address], [false, request.back]);
    const { code, ending } = back(page, request.tell({ code: "no_invitation", ending: "deleted" }));
    same([code, ending], ["no_invitation", "deleted"], referrer);
  }
});

test("a page was opened by the messenger where the browser says so, whatever its address says", () => {
  same([`${messenger}/`, messenger].map((referrer) => isOpenedFrom(messenger, referrer)), [true, true]);
  for (const referrer of ["", "https://mail.example/", `${messenger}.evil.example/`, `https://evil.example/${messenger}`]) {
    same(isOpenedFrom(messenger, referrer), false, referrer);
  }
});

test("an answer nobody here asked for is not taken", async () => {
  const [one, other] = [left(), left()];
  const { address } = await redirectedRequest({ hash: one.hash }, "").answer({ ...noAddress, proof: made });
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
