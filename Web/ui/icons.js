/** Strokes on a field of 24 by 24. */
const paths = {
  add: "M12 5v14M5 12h14",
  back: "M15 5l-7 7 7 7",
  close: "M6 6l12 12M18 6L6 18",
  copy: "M9 9h11v11H9zM15 9V4H4v11h5",
  document: "M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6",
  down: "M6 9l6 6 6-6",
  edit: "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3",
  device: "M5 6h14v10H5zM2.5 19h19",
  folder: "M3 7a2 2 0 012-2h4l2.5 3H19a2 2 0 012 2v7a2 2 0 01-2 2H5a2 2 0 01-2-2z",
  image: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9.5h.01",
  link: "M10 14a4 4 0 005.7 0l3-3A4 4 0 0013 5.3l-1 1M14 10a4 4 0 00-5.7 0l-3 3A4 4 0 0011 18.7l1-1",
  more: "M5 11.5v1M12 11.5v1M19 11.5v1",
  people: "M9 11a3.5 3.5 0 100-7 3.5 3.5 0 000 7zM2.5 20a6.5 6.5 0 0113 0M16 4.5a3.5 3.5 0 010 6.5M18 14.5a6.5 6.5 0 013.5 5.5",
  person: "M12 12a4 4 0 100-8 4 4 0 000 8zM4.5 20.5a7.5 7.5 0 0115 0",
  send: "M12 19V5M6 11l6-6 6 6",
  settings: "M4 7h9M17 7h3M15 9a2 2 0 100-4 2 2 0 000 4zM4 17h3M11 17h9M9 19a2 2 0 100-4 2 2 0 000 4z",
  shield: "M12 3l7 3v5c0 4.5-3 8-7 10-4-2-7-5.5-7-10V6zM9 12l2 2 4-4",
  warning: "M12 4l9 16H3zM12 10v4M12 17h.01",
};

/** @typedef {keyof typeof paths} IconName */

const namespace = "http://www.w3.org/2000/svg";

/**
 * A picture that says nothing by itself: its button has the words.
 *
 * @param {IconName} name
 */
export function icon(name) {
  const svg = document.createElementNS(namespace, "svg");
  const path = document.createElementNS(namespace, "path");
  path.setAttribute("d", paths[name]);
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  svg.append(path);
  return svg;
}
