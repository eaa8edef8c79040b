import { all, isSame } from "./sharing-names.js";

/** Apps that something is owed to or by. */
export class AwaitedApps {
  #read;
  #apps;

  /**
   * @param {import("./sharing-names.js").Reader} read
   * @param {Map<string, unknown>} apps that are here, by origin
   */
  constructor(read, apps) {
    this.#read = read;
    this.#apps = apps;
  }

  /** @type {import("./sharing.js").Sharing["awaitedApps"]} */
  awaitedApps = async () => {
    const jobs = (await all(this.#read, "sharing/job/"))
      .filter(({ state: { phase } }) => phase === "staged" || phase === "compensating")
      .map(({ state: { origin }, metadata: { title } }) => ({ origin, title }));
    const found = [...jobs, ...await this.#owedIdentities()];
    return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()]
      .filter(({ origin }) => !this.#apps.has(origin));
  };

  /** Identities of people who have a device less. */
  async #owedIdentities() {
    const changed = await this.#read.list("sharing/changed-devices/");
    if (changed.size === 0) return [];
    const { renewals } = await import("./renewals.js");
    const shared = await all(this.#read, "sharing/shared/");
    return (await renewals(this.#read)).filter(({ reason }) => reason === "device_removed")
      .map(({ collaboration }) => ({
        origin: collaboration.audience,
        title: shared.find((one) => isSame(one.collaboration, collaboration))?.title ?? "",
      }));
  }
}
