/**
 * An event that carries something.
 *
 * @template T
 */
export class DetailEvent extends Event {
  /** @param {string} name @param {T} detail */
  constructor(name, detail) {
    super(name);
    /** @readonly */
    this.detail = detail;
  }
}
