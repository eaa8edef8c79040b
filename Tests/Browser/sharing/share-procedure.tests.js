import { ShareProcedure } from "../../../Web/grove/rules/sharing/share-procedure.js";
import { shareState } from "../../../Web/grove/rules/sharing/share-state.js";
import { holds, same, suite } from "../support/harness.js";

const test = suite("the share procedure");

const origin = "https://docs.example";
const [me, bob] = ["me", "bob"];
const statement = (hash) => ({ seq: 1n, hash });
const resolved = (hash = "h") => ({
  is: "resolved", resolutions: [me, bob].map((account) => ({ account, statement: statement(hash), devices: 1 })),
});
const started = { is: "started", started: { link: `${origin}/d/1`, collaborationID: "1", epoch: 3n } };
const issued = (...roots) => ({
  is: "issued", roots: roots.map((root) => ({ account: root.startsWith("m") ? me : bob, root, statement: statement("h") })),
});
const share = (changes = {}) => new ShareProcedure(shareState(
  { procedureID: "p", purpose: { kind: "share" }, origin, participants: [me, bob], ...changes }));
const told = (procedure, ...events) =>
  events.flatMap((event) => procedure.handle(typeof event === "string" ? { is: event } : event));
const last = (procedure, ...events) => events.map((event) => told(procedure, event)).at(-1);
const toNames = (directives) => directives.map(({ to, compensation }) => compensation?.undo ?? to);
const way = ["begin", resolved(), started, issued("m1", "b1"), { is: "updated", epoch: 4n }, "uploaded"];

test("it asks in the order of protocol 6.5, and keeps what was sent", () => {
  const procedure = share();
  const asked = way.map((event) => toNames(told(procedure, event)));
  same(asked, [["resolve"], ["start"], ["issue"], ["update"], ["upload"], ["keep"]]);
  same([procedure.state.phase, procedure.state.started.epoch], ["sent", 4n]);
});

test("after a failure, cancellation or restart at each step, everything that may be left is owed", () => {
  const owedAfter = (count, event) => {
    const procedure = share();
    told(procedure, ...way.slice(0, count));
    const directives = told(procedure, event);
    return [procedure.state.phase, toNames(directives), procedure.state.owed.map(({ undo }) => undo)];
  };
  const failure = { code: "update_failed" };
  same(owedAfter(1, "cancelled"), ["ended", ["giveBack"], []]);
  same(owedAfter(2, "restarted"), ["compensating", ["giveBack", "cancelStart"], ["cancelStart"]]);
  same(owedAfter(2, { is: "startFailed", failure }), ["ended", ["giveBack"], []]);
  same(owedAfter(2, { is: "startLost", failure }), ["compensating", ["giveBack", "cancelStart"], ["cancelStart"]]);
  same(owedAfter(3, "cancelled"), ["compensating", ["giveBack", "cancelStart"], ["cancelStart"]]);
  const both = ["removeRoots", "cancelStart"];
  same(owedAfter(4, { is: "updateFailed", failure }), ["compensating", ["giveBack", "removeRoots"], both]);
  same(owedAfter(4, "restarted"), ["compensating", ["giveBack", "removeRoots"], both]);
  same(owedAfter(5, { is: "uploadRefused", failure }), ["compensating", ["giveBack", "removeRoots"], both]);
});

test("once the upload has begun it goes forward, not back", () => {
  const procedure = share();
  told(procedure, ...way.slice(0, 5));
  same(procedure.canBeCancelled, false);
  same(told(procedure, "cancelled"), []);
  same(toNames(told(procedure, "restarted")), ["resumeUpload"]);
  same(toNames(told(procedure, "uploaded")), ["keep"]);
});

test("an app that is late is given up for the person, and its late answer is used to undo", () => {
  const procedure = share();
  told(procedure, ...way.slice(0, 2));
  same(toNames(told(procedure, "startTimedOut")), ["giveBack", "abandonStart"]);
  same([procedure.state.phase, procedure.state.failure.code], ["startOverdue", "start_timed_out"]);
  same(toNames(told(procedure, started)), ["cancelStart"]);
  same(procedure.state.started.collaborationID, "1");
  same(told(procedure, "compensationFailed"), []);
  same(toNames(told(procedure, "restarted")), ["cancelStart"]);
  same(told(procedure, "compensated"), []);
  holds(procedure.isFinished);
});

test("a link of another origin is refused, and what was started is taken back", () => {
  for (const link of ["https://evil.example/d/1", "https://docs.example@evil.example", "x", ""]) {
    const procedure = share();
    const directives = last(procedure, "begin", resolved(), { is: "started", started: { ...started.started, link } });
    same([directives[0].failure.code, toNames(directives)], ["link_refused", ["giveBack", "cancelStart"]], link);
  }
});

test("recipients who cannot be invited stop it before anybody is asked", () => {
  const answer = (resolution) => {
    const procedure = share();
    return last(procedure, "begin", { is: "resolved", resolutions: [resolved().resolutions[0], ...resolution] })[0].failure;
  };
  same(answer([{ account: bob, failure: "recipient_unknown" }]), { code: "recipient_unknown", account: bob });
  same(answer([{ account: bob, failure: "recipient_untrusted" }]).code, "recipient_untrusted");
  same(answer([{ account: bob, statement: statement("h"), devices: 0 }]).code, "recipient_without_devices");
  same(answer([]).code, "recipient_unknown");
  same(told(share({ participants: [me] }), "begin")[0].failure.code, "no_recipients");
  const many = Array.from({ length: 257 }, (_, number) => `${number}`);
  same(told(share({ participants: many }), "begin")[0].failure.code, "too_many_recipients");
});

test("a relay that is away before anything happened only makes it wait", () => {
  const procedure = share();
  told(procedure, "begin");
  same(told(procedure, { is: "resolveFailed", failure: { code: "relay_unreachable" } }), []);
  same(procedure.state.phase, "staged");
  same(toNames(told(procedure, "begin")), ["resolve"]);
});

test("recipients whose devices changed get new roots in place of the old, three times at most", () => {
  const procedure = share();
  told(procedure, ...way.slice(0, 5));
  same(toNames(told(procedure, "devicesChanged")), ["resolve"]);
  const changedList = { is: "resolved", resolutions: [
    { account: me, statement: statement("h"), devices: 1 }, { account: bob, statement: statement("new"), devices: 2 }] };
  same(told(procedure, changedList), [{ to: "issue", accounts: [bob] }]);
  const [update] = told(procedure, issued("b2"));
  same([update.step, update.replaced, update.added], ["update 1", [{ old: "b1", new: "b2" }], []]);
  told(procedure, { is: "updated" });
  same(procedure.state.issued.map(({ root }) => root), ["m1", "b2"]);
  same(toNames(last(procedure, "devicesChanged", resolved())), ["upload"], "nobody's list is another");
  same(told(procedure, "devicesChanged")[0].failure.code, "devices_keep_changing");
  same(procedure.state.owed[0].roots, ["m1", "b1", "b2"]);
});

const membership = { purpose: { kind: "membership" }, started: started.started };

test("a change of members asks for all of it at once, forgets the removed, and tells the others", () => {
  const procedure = share({ ...membership, participants: [bob], removed: ["gone"] });
  const found = { is: "resolved", resolutions: [{ account: bob, statement: statement("h"), devices: 1 }] };
  same(toNames(last(procedure, "begin", found)), ["issue"]);
  const [update] = told(procedure, issued("b1"));
  same([update.added, update.removed], [["b1"], ["gone"]]);
  same(toNames(told(procedure, { is: "updated" })), ["forget", "upload"]);
  const directives = told(procedure, "uploaded");
  same([toNames(directives), directives[1].removed], [["keep", "announce"], ["gone"]]);
  const removal = share({ ...membership, participants: [], removed: ["gone"] });
  same(toNames(last(removal, "begin", { is: "updated" })), ["forget", "announce"]);
});

test("a failed change of members gives back the added roots and no start", () => {
  const procedure = share({ ...membership, participants: [bob] });
  told(procedure, "begin", { is: "resolved", resolutions: resolved().resolutions.slice(1) }, issued("b1"));
  told(procedure, { is: "updateFailed", failure: { code: "update_failed" } });
  same(procedure.state.owed, [{ undo: "removeRoots", roots: ["b1"] }]);
});

test("a replacement that nobody confirmed leaves both roots known, and one that was confirmed goes back", () => {
  const purpose = { kind: "replacement", old: new Map([[bob, "b0"]]) };
  const replacement = () => {
    const procedure = share({ ...membership, purpose, participants: [bob] });
    const [update] = last(procedure, "begin", { is: "resolved", resolutions: resolved().resolutions.slice(1) }, issued("b1"));
    same(update.replaced, [{ old: "b0", new: "b1" }]);
    return procedure;
  };
  const unknown = replacement();
  same(toNames(told(unknown, "restarted")), ["giveBack", "suspect"]);
  same(unknown.state.phase, "ended");
  const confirmed = replacement();
  told(confirmed, { is: "updated" });
  same(toNames(told(confirmed, "devicesChanged")), ["giveBack", "restoreRoots"]);
  same(confirmed.state.owed[0].replaced, [{ old: "b1", new: "b0" }]);
  const sent = replacement();
  const directives = last(sent, { is: "updated" }, "uploaded");
  same(directives[1].removed, ["b0"]);
});

test("an event that does not belong to the present step changes nothing", () => {
  const procedure = share();
  told(procedure, ...way.slice(0, 2));
  const before = JSON.stringify(procedure.state, (_, one) => (typeof one === "bigint" ? `${one}` : one));
  for (const event of ["begin", resolved(), issued("m1"), { is: "updated" }, "uploaded", "compensated", "devicesChanged"]) {
    same(told(procedure, event), []);
  }
  same(JSON.stringify(procedure.state, (_, one) => (typeof one === "bigint" ? `${one}` : one)), before);
});
