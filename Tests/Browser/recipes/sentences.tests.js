import { load } from "../support/environment.js";
import { holds, same, suite } from "../support/harness.js";
import { addressOf, messengerOf, placeOf } from "../../../Web/recipes/app.js";
import { mentionBefore, mentionsIn } from "../../../Web/recipes/document/mention-field.js";
import { ParticipantList } from "../../../Web/recipes/document/participant-list.js";
import { personByRoot, takingPart } from "../../../Web/recipes/document/participants.js";
import { toldApart } from "../../../Web/recipes/document/person-row.js";
import { offeredOptions, selectedOptions } from "../../../Web/recipes/sharing/share-options.js";
import { passwordProblem, sessionWords } from "../../../Web/recipes/views/account-view.js";
import { goodFor, groupsOf, outcomeOf } from "../../../Web/recipes/views/sign-in-code.js";
import { signInNameProblem } from "../../../Web/recipes/views/password-fields.js";
import { nameToKeep } from "../../../Web/recipes/page-shell.js";
import { problemIn } from "../../../Web/recipes/views/sign-in.js";
import { askForAccess, askingForAccess, nameAndAccount, notOpened, shownAccount } from "../../../Web/recipes/views/sentences.js";
import { clockTime } from "../../../Web/ui/time-format.js";
import { readShareOptions, setOption } from "../../../Web/grove/rules/sharing/share-options.js";

const test = suite("recipes: what the page makes of things");

test("addresses lead to what they were made for", () => {
  for (const document of [{ documentID: "d-1" }, { documentID: "d", collaborationID: "a/b c" }]) {
    const { pathname, hash } = new URL(addressOf(document), "https://docs.example");
    const place = placeOf({ pathname, hash });
    same(place, document.collaborationID ? { kind: "link", collaborationID: "a/b c" }
      : { kind: "recipe", documentID: "d-1" });
  }
  same(placeOf({ pathname: "/", hash: "" }), { kind: "list" });
  same(placeOf({ pathname: "/", hash: "#account" }), { kind: "account" });
  same(placeOf({ pathname: "/", hash: "#reset=a-b_c" }), { kind: "reset", token: "a-b_c" });
  same(placeOf({ pathname: "/", hash: "#reset=a.b" }), { kind: "list" });
  same(placeOf({ pathname: "/", hash: "#code=7QK4M9XW2T" }), { kind: "code", code: "7QK4M9XW2T" });
  same(placeOf({ pathname: "/d/%zz", hash: "" }), { kind: "list" });
  same(placeOf({ pathname: "/d/a/b", hash: "" }), { kind: "list" });
});

test("a code is shown in two groups, and what became of it is told apart", () => {
  same(groupsOf("7QK4M9XW2T"), ["7QK4M", "9XW2T"]);
  same([600_000, 540_001, 60_001, 60_000, -1].map(goodFor), ["Good once, for 10 minutes.", "Good once, for 10 minutes.",
    "Good once, for 2 minutes.", "Good once, for less than a minute.", "Good once, for less than a minute."]);
  const entry = { sessionID: "a", createdAt: "1", lastUsedAt: "1", expiresAt: "2", device: "", isCurrent: true };
  const made = { code: "7QK4M9XW2T", expiresAt: "9" };
  same(outcomeOf({ sessions: [entry], codeExpiresAt: "9" }, made, [entry], false), undefined);
  const added = { ...entry, sessionID: "b", device: "Firefox on Android", isCurrent: false };
  same(outcomeOf({ sessions: [entry, added] }, made, [entry], false),
    "The code was used: you are signed in on Firefox on Android too.");
  same(outcomeOf({ sessions: [entry, added] }, made, [entry, added], false), "This code is not good any more.");
  same(outcomeOf({ sessions: [entry], codeExpiresAt: "10" }, made, [entry], false), "This code is not good any more.");
  same(outcomeOf({ sessions: [entry] }, made, [entry], true), "The time of this code is over.");
});

test("a link names a messenger only by an origin that can be one", () => {
  same(messengerOf("#collab-messenger=https://msg.example"), "https://msg.example");
  same(messengerOf("#collab-messenger=https%3A%2F%2Fmsg.example%2Fpath"), "https://msg.example");
  same(messengerOf("#collab-messenger=http://localhost:8460"), "http://localhost:8460");
  for (const odd of ["", "#", "#collab-messenger=", "#collab-messenger=javascript:alert(1)",
    "#collab-messenger=http://msg.example", "#collab-messenger=%zz", "#x=https://msg.example"]) {
    same(messengerOf(odd), undefined);
  }
});

test("a mention begins behind an @ that is no part of an address", () => {
  same(mentionBefore("Hello @Ch", 9), "Ch");
  same(mentionBefore("@", 1), "");
  same(mentionBefore("(@Anna Ma", 9), "Anna Ma");
  same(mentionBefore("a@b", 3), undefined);
  same(mentionBefore("@Charlie\nand", 12), undefined);
});

test("whoever is named in a comment is mentioned once, by the longer of two names", () => {
  const people = [
    { root: "r1", account: "a", name: "Ann" }, { root: "r2", account: "b", name: "Ann Smith" },
  ];
  same(mentionsIn("@Ann Smith and @Ann and @Ann", people).map(({ root }) => root), ["r2", "r1"]);
  same(mentionsIn("@Bob, Ann", people), []);
});

test("a comment finds whom it names though their identity was replaced since, and asks who they are before it names them", async () => {
  const roots = ["r1", "r2"];
  const asked = [];
  const server = /** @type {any} */ ({ knocks: async () => ({ knocks: [] }), participants: async (id) => {
    asked.push(id);
    return { owner: "ann", ownerDisplayName: "Ann", participants: [
      { root: roots[asked.length - 1], account: "bob", displayName: "Bob", addedAt: "1", boundAt: "1", addedBy: "ann" }] };
  } });
  const document = /** @type {any} */ ({ collaborationID: "c", access: "owner" });
  const anns = new ParticipantList(server, document, "ann");
  await anns.look();
  const [first] = mentionsIn("@Bob", anns.mentionable);
  same(first, { root: "r1", name: "Bob", account: "bob" });
  // Just asked, it is believed.
  anns.refresh();
  same(asked.length, 1);
  const bobs = new ParticipantList(server, { ...document, access: "readWrite" }, "bob");
  await bobs.look();
  same([bobs.me?.roots, bobs.isMentioned([first]), bobs.isMentioned([{ root: "r2", name: "Bob" }]),
    bobs.isMentioned([{ root: "r1", name: "Bob" }]), bobs.isMentioned([{ root: "r3", name: "Cy", account: "cy" }])],
    [["r2"], true, true, false, false]);
});

test("a person with several identities is one person, and the owner comes first", () => {
  const participant = (root, account, addedAt) =>
    ({ root, account, displayName: account?.toUpperCase(), addedAt, addedBy: "zoe" });
  const { people, invited } = takingPart({ owner: "zoe", ownerDisplayName: "Zoe", participants: [
    participant("r3", "bob", "3"), participant("r1", "bob", "1"), participant("r2", "zoe", "2"),
    participant("r4", undefined, "4"), participant("r5", "anna", "5"),
  ] }, "bob");
  same(people.map(({ name, root, roots, isMe }) => [name, root, roots.length, isMe]), [
    ["Zoe", "r2", 1, false], ["ANNA", "r5", 1, false], ["BOB", "r3", 2, true],
  ]);
  same(invited, 1);
});

test("identities that name each other are one person's, in whatever order or circle", async () => {
  /** @type {{ is: string, participants: string[][], persons: Record<string, string> }[]} */
  const rows = JSON.parse(await load("Tests/Vectors/persons.json"));
  for (const { is, participants, persons } of rows) {
    const list = participants.map(([root = "", person]) => ({ root, person, addedAt: "0", addedBy: "ann" }));
    same([is, Object.fromEntries([...personByRoot(list)].sort())], [is, persons]);
  }
});

test("two accounts of one person know of each other, because they go together", () => {
  const participant = (root, account, person) =>
    ({ root, account, person, displayName: account?.toUpperCase(), addedAt: "1", boundAt: "1", addedBy: "zoe" });
  const { people } = takingPart({ owner: "zoe", ownerDisplayName: "Zoe", participants: [
    participant("r1", "ben"), participant("r2", "robert", "r1"), participant("r3", "anna"), participant("r4", "zoe"),
    participant("r5", "cleo", "r4"), participant("r6", "dora", "r3"), participant("r7", "dora"),
  ] }, "zoe");
  same(people.map(({ name, namesElsewhere }) => [name, namesElsewhere]), [
    ["Zoe", ["CLEO"]], ["ANNA", undefined], ["BEN", ["ROBERT"]], ["CLEO", undefined], ["DORA", ["ANNA"]],
    ["ROBERT", ["BEN"]],
  ]);
});

test("an owner who has confirmed nothing can take part and cannot be mentioned", () => {
  const { people } = takingPart({ owner: "zoe", ownerDisplayName: "Zoe", participants: [] }, "zoe");
  same(people.map(({ root, isMe, isOwner }) => [root, isMe, isOwner]), [[undefined, true, true]]);
});

test("an owner's own identity that waits for their answer is no invitation that somebody has not opened", () => {
  const participants = [{ root: "r1", addedAt: "1", addedBy: "zoe" }, { root: "r2", addedAt: "2", addedBy: "zoe" },
    { root: "r3", account: "bob", displayName: "Bob", addedAt: "3", boundAt: "4", addedBy: "zoe" }];
  const list = { owner: "zoe", ownerDisplayName: "Zoe", participants };
  const counts = (of, me) => (({ invited, isUnconfirmed }) => [invited, isUnconfirmed])(takingPart(of, me));
  same(counts(list, "zoe"), [1, true]);
  same(counts({ ...list, participants: participants.slice(2) }, "zoe"), [0, false]);
  same(counts({ ...list, participants: [{ ...participants[0], account: "zoe", boundAt: "4" }, participants[1]] }, "zoe"), [1, false]);
});

test("the options offered are what a messenger can show, and what is chosen comes back", () => {
  for (const access of /** @type {const} */ (["readWrite", "readOnly"])) {
    for (const allowsComments of [true, false]) {
      const now = { access, allowsComments, allowsMentions: allowsComments };
      same(selectedOptions(readShareOptions(offeredOptions(now))), now);
    }
  }
  // A change concerns those who have it already, too, and that is said.
  same([undefined, true].map((isShared) => readShareOptions(offeredOptions(undefined, isShared)).groups[0].footer),
    ["", "This holds for everybody who has it, not only for those you share it with now."]);
  const chosen = setOption(readShareOptions(offeredOptions()), "comments", false);
  same(chosen.ok && selectedOptions(chosen.value),
    { access: "readWrite", allowsComments: false, allowsMentions: false });
  same(selectedOptions(undefined),
    { access: "readWrite", allowsComments: true, allowsMentions: true });
});

test("what is missing to sign in is said before the server is asked", () => {
  const whole = { account: "a@b", password: "12345678", displayName: "A" };
  same(problemIn(whole, true), undefined);
  same(problemIn({ ...whole, account: "" }, false)?.field, "account");
  same(problemIn({ ...whole, password: "1234567" }, true)?.field, "password");
  same(problemIn({ ...whole, password: "1234567" }, false), undefined);
  same(problemIn({ ...whole, displayName: "x".repeat(129) }, true)?.field, "name");
});

test("a new password is looked at before the server is asked", () => {
  same(passwordProblem("", "long enough")?.field, "old");
  for (const bad of ["", "7 bytes", "x".repeat(1025), "the old one"]) {
    same(passwordProblem("the old one", bad)?.field, "new");
  }
  same(passwordProblem("the old one", "äöüß"), undefined, "eight bytes");
});

test("a sign-in name is looked at before the server is asked", () => same(
  ["", "Ben", "ö".repeat(127), "ö".repeat(128)].map(signInNameProblem),
  ["Choose a name to sign in with.", undefined, undefined, "That name is too long."]));

test("who signs in by a name of their own reads that one, and their messenger is told none", () => {
  const made = { account: `invited-${"0a".repeat(16)}`, displayName: "Ben", isEnteredByProof: true };
  const whole = { ...made, hasPassword: true, signInName: "ben@example.org" };
  same([{ ...made, hasPassword: false }, whole, { account: "ann@example.org", displayName: "Ann" }]
    .map((me) => [nameAndAccount(me), shownAccount(me)]),
    [["Ben", undefined], ["Ben (ben@example.org)", undefined], ["Ann (ann@example.org)", "ann@example.org"]]);
});

test("what stands there at the next signing in is what somebody chose", () => {
  const account = `invited-${"0a".repeat(16)}`;
  same(nameToKeep({ account, hasPassword: true, signInName: "ben" }, "ann"), "ben");
  same(nameToKeep({ account, hasPassword: false }, ""), undefined);
  // By a reset link, say, whose answer has no sign-in name.
  same([nameToKeep({ account }, "ben"), nameToKeep({ account }, "")], [undefined, account]);
  same(nameToKeep({ account: "ann@example.org" }, "ben"), "ann@example.org");
});

test("a session says since when and when it was used last, but not of the one that asks", () => {
  const now = new Date(2026, 3, 10, 12).getTime();
  const session = { sessionID: "s", createdAt: String(now - 86_400_000), lastUsedAt: String(now - 86_400_000),
    expiresAt: String(now), device: "", isCurrent: true };
  same(sessionWords(session, now), "Signed in yesterday");
  same(sessionWords({ ...session, isCurrent: false }, now), "Signed in yesterday, last used yesterday");
  const today = { ...session, isCurrent: false, lastUsedAt: String(now - 1000) };
  same(sessionWords(today, now), `Signed in yesterday, last used ${clockTime(now - 1000)}`);
});

test("what has not been opened are invitations: of people an app knows only who has come", () =>
  same([notOpened(1, 0), notOpened(2, 1)], ["1 invitation not opened yet.",
    "2 invitations not opened yet. Among them may be somebody who is in it already."]));

test("who asks for access is called what they say, and it is said that anybody can", () => same(
  [[{ displayName: "Ben" }], [{ displayName: "Ben" }, { displayName: "Ada" }]].map(askingForAccess),
  ["Ben asks for access. Anybody can choose any name.", "2 people ask for access. Anybody can choose any name."]));

test("a row of the list counts who asks for access", () => same([1, 2].map(askForAccess),
  ["1 person asks for access", "2 people ask for access"]));

test("two of one name are told apart by when they came in, and nobody else is", () => {
  const ben = { account: "a", name: "Ben", roots: [], isOwner: false, isMe: false, joinedAt: new Date(2001, 4, 6, 12).getTime() };
  const people = [{ ...ben, account: "o", name: "Ann", joinedAt: undefined, isOwner: true }, ben];
  same(toldApart(ben, people), "Ben");
  const other = { ...ben, account: "b", name: "ben ", joinedAt: new Date(2002, 4, 6, 12).getTime() };
  const told = [ben, other].map((one) => toldApart(one, [...people, other]));
  holds(/^Ben \(joined .+\)$/.test(told[0]) && /^ben {2}\(joined .+\)$/.test(told[1]), told.join());
  same(told[0].toLowerCase().replace(" ", "  ") === told[1], false);
});
