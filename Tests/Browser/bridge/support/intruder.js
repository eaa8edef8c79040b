// Opened like the messenger, it answers whatever it hears, and everybody it can reach.
addEventListener("message", ({ data, origin }) => {
  const forged = { collab: 1, id: data.id, proof: "forged", root: "x", page: "intruder" };
  for (const type of ["ready", "proof"]) opener.postMessage({ ...forged, type }, origin);
});
opener?.postMessage({ collab: 1, id: "x", type: "ready", page: "intruder" }, "http://" + "localhost:" + location.port);
