/** Whether the tests run in node rather than in a page. */
export const inNode = typeof process !== "undefined";

/**
 * @param {string} path from the root of the repository
 * @returns {Promise<string | undefined>} nothing where there is no such file
 */
export async function load(path) {
  if (!inNode) {
    const response = await fetch(`/${path}`);
    return response.ok ? response.text() : undefined;
  }
  const { readFile } = await import("node:fs/promises");
  const root = new URL("../../../", import.meta.url);
  return readFile(new URL(encodeURI(path), root), "utf8").catch(() => undefined);
}
