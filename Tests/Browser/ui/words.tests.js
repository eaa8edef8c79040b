import { holds, same, suite } from "../support/harness.js";
import { load } from "../support/environment.js";

const test = suite("the words on screens");

const pages = ["messenger/main.js", "messenger/share/share-view.js", "messenger/prove/prove-view.js", "messenger/offline/worker.js",
  "recipes/main.js", "recipes/actions.js", "drive/main.js"];

/** Words of the protocol. Who reads a screen has never heard them. */
const ofTheProtocol = /\b(alarms?|attest\w*|audience|cipher\w*|encapsulat\w*|envelopes?|epochs?|handshake|identity map|inclusion|KEM|nonces?|payload|plaintext|pseudonym\w*|root hash\w*|roots?|signed statement|statement chain|still counts?|Merkle|diversif\w*)\b/i;

/**
 * @param {string} text of a module
 * @returns {string[]} what it may show: its texts of several words and its headings, without comments and what is said to programmers
 */
function sentencesOf(text) {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|[^:"`\w])\/\/.*$/gm, "$1");
  const texts = [...code.matchAll(/"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)];
  return texts.filter(({ index }) => !/(new (\w*Error|GroveError)\(|throw \w+\()$/.test(code.slice(Math.max(0, index - 40), index)))
    .map(([, plain, template]) => plain ?? template.replace(/\$\{[^}]*\}/g, "…"))
    .filter((one) => /\p{L}.*\s|\s.*\p{L}|^\p{Lu}\p{Ll}+$/u.test(one) && !one.includes("=>"));
}

/** @param {string} from @param {string} to relative to it */
const resolved = (from, to) => new URL(to, `file:///${from}`).pathname.slice(1);

/** Every module that a page loads, at once or later. */
async function modules() {
  /** @type {Map<string, string>} */
  const found = new Map();
  const open = [...pages];
  while (open.length > 0) {
    const path = open.pop() ?? "";
    if (found.has(path)) continue;
    const text = await load(`Web/${path}`);
    holds(text !== undefined, path);
    found.set(path, text ?? "");
    for (const [, to] of (text ?? "").matchAll(/(?:from |import |import\()"(\.[^"]+\.js)"/g)) open.push(resolved(path, to));
  }
  return found;
}

test("no sentence of the protocol stands on a screen", async () => {
  const all = await modules();
  holds(all.size > 200, `${all.size} modules`);
  // What is hashed, signed and sent is no screen.
  const shown = [...all].filter(([path]) => !/^grove\/(crypto|encoding|identity|message)\//.test(path));
  const sentences = shown.flatMap(([path, text]) => sentencesOf(text).map((one) => ({ path, one })));
  holds(sentences.length > 400, `${sentences.length} sentences`);
  same(sentences.filter(({ one }) => ofTheProtocol.test(one)).map(({ path, one }) => `${path}: ${one}`), []);
});

test("a sentence of the protocol would be found, wherever it stands", () => {
  const bad = ["say(\"It has no invitation that still counts\")", "h(\"p\", null, `Alarms: ${none ? \"None\" : one} here`)"];
  same(bad.map((one) => sentencesOf(one).some((found) => ofTheProtocol.test(found))), [true, true]);
  same(sentencesOf("// It has no invitation\n/* Alarms: None or more */ const epoch = one;"), []);
});
