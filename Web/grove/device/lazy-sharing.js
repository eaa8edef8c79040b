import { loaded } from "./loading.js";

/**
 * @typedef {import("../sharing/sharing.js").Sharing} Sharing
 * @typedef {import("../sharing/sharing.js").CollaborationApp} CollaborationApp
 */

/** Questions whose answer is nothing while nothing is shared. */
const lists = [
  "awaitedApps", "confirmedAccounts", "drafts", "highlights", "membershipOffers", "notices",
  "renewals", "sharedIn", "warnedLinks",
];

/**
 * The sharing side of a messenger, loaded when there is something to share: most of a day people
 * only write to each other.
 *
 * @param {import("./messenger.js").Messenger} messenger
 * @returns {Sharing} whose methods load it first
 */
export function lazySharing(messenger) {
  const { internal } = messenger;
  /** @type {Map<string, CollaborationApp>} */
  const apps = new Map();
  /** @type {Promise<Sharing> | undefined} */
  let loading;
  const load = () => {
    loading ??= loaded(import("../sharing/sharing.js")).then(({ Sharing }) => {
      const sharing = new Sharing(messenger);
      for (const app of apps.values()) sharing.register(app);
      return sharing;
    });
    loading.catch(() => (loading = undefined));
    return loading;
  };
  /** @param {any} records */
  const isEmpty = async (records) => (await records.page("sharing/", { limit: 1 })).length === 0;
  internal.use(lazyHooks(internal, load, isEmpty));
  /** @type {Record<string, unknown>} */
  const own = {
    then: undefined,
    isAppHere: (/** @type {string} */ origin) => apps.has(origin),
    register: (/** @type {CollaborationApp} */ app) => {
      apps.set(app.origin, app);
      load().then((sharing) => sharing.register(app)).catch(() => undefined);
    },
    unregister: (/** @type {string} */ origin) => {
      apps.delete(origin);
      loading?.then((sharing) => sharing.unregister(origin)).catch(() => undefined);
    },
  };
  const get = (/** @type {object} */ _, /** @type {string} */ name) =>
    name in own ? own[name] : async (/** @type {unknown[]} */ ...given) => {
      if (!loading && lists.includes(name) && (await isEmpty(internal.read))) return [];
      return /** @type {any} */ (await load())[name](...given);
    };
  return /** @type {any} */ (new Proxy(own, { get }));
}

/**
 * Until the sharing side is there with its own: `prepare` loads it where there is something for it to
 * do, and what has nothing to do does nothing.
 *
 * @param {any} internal of the messenger
 * @param {() => Promise<Sharing>} load
 * @param {(records: any) => Promise<boolean>} isEmpty
 * @returns {import("./local-device.js").SharingHooks}
 */
function lazyHooks(internal, load, isEmpty) {
  const prepare = async (/** @type {boolean} */ isNeeded) => {
    if (!isNeeded && (await isEmpty(internal.read))) return;
    await load();
    if (internal.hooks.prepare !== prepare) await internal.hooks.prepare(isNeeded);
  };
  const pass = (/** @type {string} */ name) => async (/** @type {any[]} */ ...given) => {
    const own = internal.hooks[name];
    await load();
    const its = internal.hooks[name];
    return its === own ? undefined : its(...given);
  };
  const round = async () => {
    await prepare(false);
    if (internal.hooks.round !== round) await internal.hooks.round();
  };
  return { prepare, receive: pass("receive"), round };
}
