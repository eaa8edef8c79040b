import { h } from "../../ui/dom.js";

/** @type {[import("../app.js").Place["kind"], string, string][]} */
const places = [["folder", "/files#/", "Files"], ["bin", "/files#bin", "Bin"], ["programs", "/files#programs", "Programs"]];

/** @param {import("../app.js").Place["kind"]} current */
export const placesOf = (current) => h("nav", { class: "places", "aria-label": "Parts of your drive" },
  places.map(([kind, href, words]) => h("a", { class: "button plain", href, "aria-current": kind === current && "page" }, words)));
