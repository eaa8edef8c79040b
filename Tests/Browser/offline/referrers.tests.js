import { same, suite } from "../support/harness.js";
import { askReferrer, referrerFrom, Referrers } from "../../../Web/messenger/offline/referrers.js";

const test = suite("which page led to the messenger's window");

/** A worker that knows who led to the page "me". */
function workerOf(referrers, page = "me") {
  return { postMessage: (data, [port]) => { if (data === askReferrer) port.postMessage(referrers.of(page)); } };
}

test("where the browser tells only the worker who led to a page, the page hears it from the worker", async () => {
  const referrers = new Referrers();
  referrers.note("me", "https://app.example/");
  referrers.note("", "https://other.example/");
  same(await Promise.all([
    referrerFrom("https://app.example/", null), referrerFrom("", undefined),
    referrerFrom("", workerOf(referrers)), referrerFrom("", workerOf(referrers, "somebody else")),
    // A worker of before, that does not know the question.
    referrerFrom("", { postMessage: () => {} }),
  ]), ["https://app.example/", "", "https://app.example/", "", ""]);
});

test("a worker remembers the newest pages only", () => {
  const referrers = new Referrers();
  for (let page = 0; page < 40; page += 1) referrers.note(String(page), "https://app.example/");
  same([referrers.of("0"), referrers.of("39")], ["", "https://app.example/"]);
});
