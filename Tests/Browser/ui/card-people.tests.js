import { inOrder, peopleWords } from "../../../Web/messenger/thread/card-people.js";
import { same, suite } from "../support/harness.js";

const test = suite("who is in a document, on its card");
const names = new Map([["a", "Ann"], ["b", "Bob"], ["c", "Carol"], ["d", "Dora"], ["me", "You"]]);
/** Who is told of is in it, where nothing else is said. */
const joinedOf = ({ isTold, joined = [], isIn = isTold }) => (isIn ? [...joined, "me"] : joined);
const words = (state, members, sender) => peopleWords({ accounts: ["me", "a"], guests: [], ...state, joined: joinedOf(state) },
  { me: "me", nameOf: (one) => names.get(one), host: "docs.example", members, sender });

test("who is in it is told apart from who may come, and both from a document of which nothing is told", () => {
  same(words({}), ["Shared with Ann"]);
  same(words({ joined: ["a"] }), ["Shared by Ann with you"]);
  same(words({ joined: ["a"], accounts: ["me", "b", "a"] }), ["Shared by Ann with you and Bob"]);
  same(words({ joined: ["me"], accounts: ["me", "b", "a"] }), ["Shared with Bob and Ann"]);
  same(words({ isTold: true }), ["Only you are in it", "Ann can open it"]);
  same(words({ isTold: true, joined: ["a", "me"] }), ["In it: Ann and you"]);
  same(words({ isTold: true, accounts: ["me", "b", "a", "c"], joined: ["a"] }),
    ["In it: Ann and you", "Bob and Carol can open it"]);
  same(words({ isTold: true, accounts: ["me", "a", "b", "c", "d"], joined: ["a", "b", "c", "d"] }),
    ["In it: Ann, Bob, Carol, you and 1 more"]);
  same(words({ isTold: true, accounts: ["me", "a", "b", "c"], joined: ["a", "b", "c"] }), ["In it: Ann, Bob, Carol and you"]);
  same([words({ accounts: ["me"] }), words({ accounts: ["me"], isTold: true })], [[], ["Only you are in it"]]);
});

test("who was given it anew and has not opened it since is not in it, nor hears who else is", () => {
  const state = { isTold: true, isIn: false, accounts: ["me", "a", "c"], joined: ["a", "c"] };
  same(words(state, ["me", "a", "b", "c"], "a"), ["Shared by Ann with you and Carol"]);
  same(words({ ...state, joined: ["a", "c", "me"] }, ["me", "a", "b", "c"], "a"), ["In it: Ann, Carol and you", "Bob is not in it"]);
});

test("on a device that was added later, too, it is shared by whoever sent its card", () => {
  // It hears that its own person has come, and not of everybody from the beginning.
  const state = { joined: ["a", "me"], accounts: ["a", "me", "b"] };
  same(words(state, [], "a"), ["Shared by Ann with you and Bob"]);
  same(words({ ...state, joined: ["a", "b"] }, [], "a"), ["Shared by Ann with you and Bob"], "who came shares nothing");
  same(words({ joined: ["a", "me"] }, [], "a"), ["Shared by Ann with you"]);
  same(words(state, [], "me"), ["Shared with Ann and Bob"]);
});

const note = "A guest’s name is what they call themselves at docs.example.";

test("whom only the app calls by a name is in it under that name, and it is said whose word that is", () => {
  const guests = [{ root: "1", name: "Eve" }];
  same(words({ isTold: true, joined: ["a"], guests }),
    ["In it: Ann, Eve (guest) and you", note]);
  same(words({ guests: [...guests, { root: "2", name: "Zoe" }], accounts: ["me"] }),
    ["Shared with Eve (guest) and Zoe (guest)", note]);
});

test("of whom the app calls as somebody who may come it is not said that they may come, too", () =>
  same(words({ isTold: true, accounts: ["me", "a", "c"], joined: ["a"], guests: [{ root: "1", name: "Carol" }] }),
    ["In it: Ann, Carol (guest) and you", note]));

test("pictures of those who are in it come first, and this person's behind", () =>
  same(inOrder({ accounts: ["me", "c", "a", "b"], joined: ["me", "a", "b"] }, "me"), ["a", "b", "me", "c"]));

test("whom of the conversation it was taken from reads the same thread, and the others read that", () => {
  const members = ["me", "a", "b", "c"];
  same(words({ isTold: true, joined: ["a"] }, members), ["In it: Ann and you", "Bob and Carol are not in it"]);
  same(words({ isTold: true, accounts: ["me"] }, ["me", "c"]), ["Only you are in it", "Carol is not in it"]);
  same(words({ isTold: true, accounts: ["me"], guests: [{ root: "1", name: "Carol" }] }, ["me", "c"]),
    ["In it: Carol (guest) and you", note], "who is called so may be this very person");
  same(words({ accounts: ["me"] }, ["me", "c"]), [], "of which nothing is told");
});
