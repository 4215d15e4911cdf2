"use strict";
// Several cuts of one graph beside one another.

(() => {
  const { element, table, bars, count, bytes, seconds } = pages;
  const cuts = JSON.parse(document.getElementById("data").textContent).compared;
  const page = document.getElementById("page");
  const names = cuts.map((cut) =>
    [cut.partitioner, ...Object.entries(cut.options).map(([name, value]) => `${name}=${value}`)].join(" "),
  );

  function compared(charts, id, title, note, series) {
    bars(charts, { id, title, note, names, xName: "partitioner", series });
  }

  function percent(share) {
    return `${(100 * share).toFixed(1)} %`;
  }

  function values(name, of) {
    return { name, values: cuts.map(of) };
  }

  const graph = cuts[0];
  const charts = element("div", { class: "charts" });
  page.append(
    element("h1", {}, document.title),
    element(
      "p",
      { class: "quiet" },
      `${count(graph.connectedVertices)} vertices with edges, ${count(graph.edges)} edges, ${count(graph.partitions)} partitions`,
    ),
    table(
      ["partitioner", "replicas", "vertices", "edges", "masters", "interior", "remote", "modularity", "cut", "memory"],
      cuts.map((cut, i) => [
        names[i],
        cut.replicationFactor,
        cut.vertexBalance,
        cut.edgeBalance,
        cut.masterBalance,
        percent(cut.interiorShare),
        percent(cut.remoteShare),
        cut.modularity,
        seconds(cut.cutSeconds),
        bytes(cut.peakBytes),
      ]),
      { id: "cuts" },
    ),
    charts,
  );
  compared(charts, "replicas", "Replication factor", "Replicas of all vertices, by vertex with edges.", [
    values("replicas a vertex", (cut) => cut.replicationFactor),
  ]);
  compared(charts, "balance", "Balance", "The largest partition over the smallest.", [
    values("vertices", (cut) => cut.vertexBalance),
    values("edges", (cut) => cut.edgeBalance),
    values("masters", (cut) => cut.masterBalance),
  ]);
  compared(
    charts,
    "locality",
    "Locality",
    "Vertices whose edges all lie in one partition, and neighbours of a batch whose row is in another one.",
    [values("interior", (cut) => cut.interiorShare), values("remote", (cut) => cut.remoteShare)],
  );
  compared(charts, "seconds", "Seconds of the cut", "Without reading, sorting and measuring.", [
    values("seconds", (cut) => cut.cutSeconds),
  ]);
  compared(charts, "memory", "Bytes an edge", "The most that was planned for at once.", [
    values("bytes an edge", (cut) => cut.peakBytesPerEdge),
  ]);
  document.documentElement.dataset.ready = "true"; // for whoever waits for the page
})();
