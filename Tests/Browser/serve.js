import { readFile } from "node:fs/promises";
import { createServer, request as ask } from "node:http";

const root = new URL("../../", import.meta.url);
const served = [
  /^\/(Web|Tests\/Browser|Tests\/Vectors)\/[\w./-]+$/,
  /^\/\.build\/checkouts\/swift-crypto\/Tests\/[\w ./-]+\.json$/,
];
/** Where the system keeps modules of JavaScript: Yjs and what it imports. */
const packages = "/usr/share/nodejs";
const packaged = /^\/packages\/((?:yjs|lib0|isomorphic\.js)\/[\w./-]+\.m?js)$/;
const types = { js: "text/javascript", mjs: "text/javascript", html: "text/html", json: "application/json" };

/**
 * Serves the repository's modules and tests on a free port of this machine, and waits for a page to
 * send its results.
 *
 * @param {() => string | undefined} [relay] the origin of a relay that answers at this one's address
 * @returns {Promise<{ address: string, results: Promise<any>, close: () => void }>}
 */
export async function serve(relay = () => undefined) {
  /** @type {(value: any) => void} */
  let settle = () => {};
  const results = new Promise((resolve) => (settle = resolve));
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const path = decodeURIComponent(pathname);
    if (request.method === "POST" && path === "/results") {
      settle(JSON.parse(await bodyOf(request)));
      response.end();
      return;
    }
    const target = path.startsWith("/relay/") && relay();
    if (target) passOn(request, response, target);
    else await answer(path, response);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { address: `http://localhost:${port}`, results, close };
}

/**
 * @param {string} path
 * @param {import("node:http").ServerResponse} response
 */
async function answer(path, response) {
  const isServed = served.some((form) => form.test(path)) && !path.includes("..");
  const file = new URL(encodeURI(`.${path}`), root);
  const bytes = packaged.test(path) ? await packagedModule(path).catch(() => undefined) : isServed
    && (await readFile(file).catch(() => undefined));
  const type = types[path.slice(path.lastIndexOf(".") + 1)] ?? "text/plain";
  // As strict as a messenger's page is served.
  const policy = "default-src 'none'; script-src 'self'; connect-src 'self'; frame-src 'self'";
  response.writeHead(bytes ? 200 : 404, {
    "Content-Type": type, "Content-Security-Policy": policy, "Cache-Control": "no-store",
  });
  response.end(bytes || "");
}

/**
 * A module of one of the system's packages, with addresses in place of the packages' names.
 *
 * @param {string} path
 */
async function packagedModule(path) {
  const name = packaged.exec(path)?.[1] ?? "";
  if (name.includes("..")) throw new Error(path);
  const text = await readFile(`${packages}/${name}`, "utf8");
  return text.replace(/(from ')(lib0\/\w+|isomorphic\.js)(')/g, (_, before, found, after) => {
    const place = found === "isomorphic.js" ? `${found}/browser.mjs` : `${found}.js`;
    return `${before}/packages/${place}${after}`;
  });
}

/** @param {import("node:http").IncomingMessage} request */
async function bodyOf(request) {
  let text = "";
  for await (const part of request) text += part;
  return text;
}

/**
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 * @param {string} target
 */
function passOn(request, response, target) {
  const { method, headers } = request;
  const onward = ask(new URL(request.url ?? "/", target), { method, headers }, (answered) => {
    response.writeHead(answered.statusCode ?? 502, answered.headers);
    response.flushHeaders();
    answered.pipe(response);
  });
  onward.on("error", () => response.destroy());
  response.on("close", () => onward.destroy());
  request.pipe(onward);
}
