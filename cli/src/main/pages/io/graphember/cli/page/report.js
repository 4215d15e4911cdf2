"use strict";
// The report of a job. What a job of its kind does not have is left out.

(() => {
  const { COLOURS, element, table, figures, chart, lines, bars, count, number, bytes, seconds } = pages;
  const data = JSON.parse(document.getElementById("data").textContent);
  const report = data.report;
  const page = document.getElementById("page");

  function section(id, title) {
    const charts = element("div", { class: "charts" });
    const made = element("section", { id }, element("h2", {}, title), charts);
    page.append(made);
    return { made, charts };
  }

  function given(pairs) {
    return pairs.filter(([, value]) => value !== null && value !== undefined);
  }

  function head() {
    const settings = data.settings || {};
    const model = settings.model && settings.model.type;
    page.append(
      element("h1", {}, `Job ${data.job}: ${data.name}`),
      element(
        "p",
        { class: "quiet" },
        [`graph ${data.graph}`, model && `model ${model}`, data.status].filter(Boolean).join(", "),
      ),
    );
    if (data.error) {
      page.append(element("p", { class: "error", id: "error" }, `${data.error.code}: ${data.error.message}`));
    }
    if (report && report.remarks) {
      page.append(element("ul", { id: "remarks" }, ...report.remarks.map((text) => element("li", {}, text))));
    }
    page.append(figures(summary()));
  }

  function summary() {
    const last = data.epochs[data.epochs.length - 1];
    const test = (report && report.test) || {};
    const links = (report && report.links) || {};
    const pairs = given([
      ["Test accuracy", test.accuracy],
      ["Test micro F1", test.microF1],
      ["Test macro F1", test.macroF1],
      ["Test RMSE", test.rmse],
      ["Standard deviation", test.deviation],
      ["Features alone", test.baseline],
      ["Validation", test.validation],
      ["AUC of edges", links.auc],
      ["MRR of edges", links.meanReciprocalRank],
    ]).map(([name, value]) => [name, number(value)]);
    if (last) {
      pairs.push(["Epochs", count(last.epoch)]);
    }
    if (report) {
      pairs.push(["Seed", String(report.seed)]);
      pairs.push(["Time", seconds(report.seconds.total ?? 0)]);
      pairs.push(["Moved between nodes", bytes(report.bytes)]);
    }
    return pairs;
  }

  function training() {
    const epochs = data.epochs;
    if (epochs.length === 0) {
      return;
    }
    const { made, charts } = section("training", "Training");
    const x = epochs.map((epoch) => epoch.epoch);
    if (report && report.bestEpoch) {
      made.insertBefore(
        element("p", { class: "quiet" }, `The result is the state behind epoch ${report.bestEpoch}.`),
        charts,
      );
    }
    lines(charts, {
      id: "loss",
      title: "Loss",
      note: "Mean over the training batches of an epoch.",
      x,
      xName: "epoch",
      series: [{ name: "loss", values: epochs.map((epoch) => epoch.loss) }],
    });
    if (epochs.some((epoch) => epoch.validation !== undefined)) {
      lines(charts, {
        id: "validation",
        title: `Validation: ${data.measure}`,
        note: "On the validation split, after each epoch.",
        x,
        xName: "epoch",
        series: [{ name: data.measure, values: epochs.map((epoch) => epoch.validation ?? null) }],
      });
    }
    if (epochs.some((epoch) => epoch.learningRate !== undefined)) {
      lines(charts, {
        id: "learning-rate",
        title: "Learning rate",
        note: "Of the last step of an epoch.",
        x,
        xName: "epoch",
        series: [{ name: "learning rate", values: epochs.map((epoch) => epoch.learningRate ?? null) }],
      });
    }
    lines(charts, {
      id: "epoch-seconds",
      title: "Seconds of an epoch",
      note: "All of it, and what the first trainer has waited for batches.",
      x,
      xName: "epoch",
      series: [
        { name: "epoch", values: epochs.map((epoch) => epoch.seconds) },
        { name: "waiting", values: epochs.map((epoch) => epoch.waitSeconds) },
      ],
    });
  }

  // Names of the classes that a model tells apart; numbers where the graph does not name them.
  function classNames(classes) {
    const named = report.graph.vertexTypes.find((type) => type.classNames.length === classes);
    const edges = report.graph.edgeTypes.find((type) => type.classNames.length === classes);
    return (named || edges || { classNames: Array.from({ length: classes }, (_, i) => String(i)) }).classNames;
  }

  function confusion(parent, matrix) {
    const names = classNames(matrix.length);
    const sums = matrix.map((row) => row.reduce((a, b) => a + b, 0));
    const shade = (value, row) => {
      const share = sums[row] === 0 ? 0 : Math.round((100 * value) / sums[row]);
      return element(
        "td",
        {
          class: "shade",
          style: `background: color-mix(in srgb, var(--accent) ${Math.round(share * 0.7)}%, transparent)`,
          title: `${share} % of ${names[row]}`,
        },
        count(value),
      );
    };
    parent.append(
      element(
        "figure",
        { id: "confusion" },
        element("figcaption", {}, "Confusion matrix"),
        element("div", { class: "quiet" }, "A row for each class, a column for each class that was predicted."),
        element(
          "div",
          { class: "scroll" },
          element(
            "table",
            {},
            element(
              "thead",
              {},
              element("tr", {}, element("th", {}, ""), ...names.map((name) => element("th", { scope: "col" }, name))),
            ),
            element(
              "tbody",
              {},
              ...matrix.map((row, i) =>
                element("tr", {}, element("th", { scope: "row" }, names[i]), ...row.map((value) => shade(value, i))),
              ),
            ),
          ),
        ),
      ),
    );
    const column = (c) => matrix.reduce((sum, row) => sum + row[c], 0);
    const ratio = (a, b) => (b === 0 ? null : a / b);
    const rows = names.map((name, c) => [
      name,
      sums[c],
      ratio(matrix[c][c], column(c)),
      ratio(matrix[c][c], sums[c]),
      ratio(2 * matrix[c][c], sums[c] + column(c)),
    ]);
    parent.append(
      element(
        "figure",
        { id: "classes" },
        element("figcaption", {}, "Classes"),
        table(["class", "vertices", "precision", "recall", "F1"], rows),
      ),
    );
  }

  function calibration(parent, decisions) {
    const bins = decisions.calibration;
    chart(parent, {
      id: "calibration",
      title: "Calibration of probabilities",
      note:
        "Right decisions by the probability that the model gave them; on the line they are as many as it said." +
        ` Expected calibration error ${number(decisions.calibrationError)}.`,
      columns: ["probability", "right", "decisions"],
      rows: bins.map((bin) => [bin.confidence, bin.right, bin.decisions]),
      option: () => ({
        tooltip: {
          formatter: ({ dataIndex }) =>
            `probability ${number(bins[dataIndex].confidence)}, right ${number(bins[dataIndex].right)},` +
            ` ${count(bins[dataIndex].decisions)} decisions`,
        },
        xAxis: { type: "value", name: "probability", min: 0, max: 1, nameGap: 28 },
        yAxis: { type: "value", name: "share that is right", min: 0, max: 1 },
        series: [
          { name: "as the model says", type: "line", showSymbol: false, data: [[0, 0], [1, 1]], lineStyle: { type: "dashed" }, tooltip: { show: false } },
          { name: "right", type: "line", symbolSize: 8, data: bins.map((bin) => [bin.confidence, bin.right]) },
        ],
      }),
    });
  }

  function test() {
    const tested = report.test;
    const decisions = tested && tested.decisions;
    const runs = tested && tested.runs;
    if (!decisions && !report.links && !report.scores && !runs) {
      return;
    }
    const { charts } = section("test", "Test");
    if (runs) {
      charts.append(
        table(
          ["seed", "accuracy or F1", "epochs", "best epoch", "time"],
          runs.map((run) => [run.seed, run.accuracy ?? run.microF1 ?? run.rmse, run.epochs, run.bestEpoch, seconds(run.seconds)]),
          { id: "runs" },
        ),
      );
    }
    if (decisions && decisions.confusion.length > 0) {
      confusion(charts, decisions.confusion);
    }
    if (decisions && decisions.calibration.length > 0) {
      calibration(charts, decisions);
    }
    if (report.links) {
      links(charts, report.links);
    }
  }

  function links(parent, all) {
    const row = (name, of) => [
      name, of.auc, of.averagePrecision, of.meanReciprocalRank, of.hitsAt1, of.hitsAt3, of.hitsAt10,
    ];
    const rows = [row("all edges", all)];
    if (all.baseline) {
      rows.push(row("features alone", all.baseline));
    }
    Object.entries(all.edgeTypes || {}).forEach(([type, of]) => rows.push(row(type, of)));
    parent.append(
      element(
        "figure",
        { id: "links" },
        element("figcaption", {}, "Edges that were left out"),
        element("div", { class: "quiet" }, `${count(all.heldOut)} edges, each among ${count(all.rankedAgainst)} pairs that are none.`),
        table(["", "AUC", "average precision", "MRR", "hits at 1", "hits at 3", "hits at 10"], rows),
      ),
    );
  }

  function embeddings() {
    const map = data.embeddings;
    if (!map) {
      return;
    }
    const { charts } = section("embeddings", "Embeddings");
    const labels = map.labels.length > 0 ? map.labels : map.keys.map(() => map.vertexType);
    const groups = new Map();
    labels.forEach((label, i) => {
      const name = label === "" ? "none" : label;
      groups.set(name, [...(groups.get(name) || []), i]);
    });
    const names = [...groups.keys()].sort();
    chart(charts, {
      id: "map",
      tall: true,
      title: "Embeddings in two dimensions",
      note:
        `${count(map.keys.length)} of ${count(map.vertices)} vertices of type ${map.vertexType}; the first two of` +
        ` ${map.dimensions} principal components, ${number(100 * map.explained, 1)} % of the variance;` +
        (map.labels.length > 0 ? " coloured by predicted class." : " the job has predicted no classes."),
      columns: ["vertex", "class", "x", "y"],
      rows: map.keys.slice(0, 50).map((key, i) => [key, labels[i], map.x[i], map.y[i]]),
      option: () => ({
        tooltip: { formatter: ({ data: [x, y, i] }) => element("span", {}, `${map.keys[i]}: ${labels[i]}`) },
        xAxis: { type: "value", name: "first component", scale: true, nameGap: 28 },
        yAxis: { type: "value", name: "second component", scale: true },
        series: names.map((name) => ({
          name,
          type: "scatter",
          symbolSize: 5,
          itemStyle: { opacity: 0.7 },
          data: groups.get(name).map((i) => [map.x[i], map.y[i], i]),
        })),
      }),
    });
  }

  function degreeName(bucket) {
    const from = bucket === 0 ? 0 : 2 ** (bucket - 1);
    const to = 2 ** bucket - 1;
    return bucket < 2 ? String(bucket) : `${count(from)}-${count(to)}`;
  }

  function graph() {
    const of = report.graph;
    const { made, charts } = section("graph", "Graph");
    made.insertBefore(
      figures(
        given([
          ["Vertices", count(of.vertices)],
          ["Edges", count(of.edges)],
          ["Partitions", count(of.partitions)],
          ["Partitioner", of.partitioner],
          ["Replication factor", number(of.replicationFactor, 3)],
          ["Vertex balance", of.vertexBalance && number(of.vertexBalance, 3)],
          ["Edge balance", of.edgeBalance && number(of.edgeBalance, 3)],
        ]),
      ),
      charts,
    );
    bars(charts, {
      id: "degrees",
      title: "In-degrees",
      note: "Vertices by how many edges end at them.",
      names: of.inDegrees.map((_, i) => degreeName(i)),
      xName: "in-degree",
      series: [{ name: "vertices", values: of.inDegrees }],
    });
    const sizes = of.partitionSizes;
    if (sizes.masters.length > 0) {
      const names = sizes.masters.map((_, p) => String(p));
      bars(charts, {
        id: "partition-vertices",
        title: "Vertices of each partition",
        note: "Masters, and mirrors of the masters of others.",
        names,
        xName: "partition",
        stacked: true,
        series: [
          { name: "masters", values: sizes.masters },
          { name: "mirrors", values: sizes.vertices.map((all, p) => all - sizes.masters[p]) },
        ],
      });
      bars(charts, {
        id: "partition-edges",
        title: "Edges of each partition",
        names,
        xName: "partition",
        series: [{ name: "edges", values: sizes.edges }],
      });
    }
    if (of.vertexTypes.length > 1 || of.edgeTypes.length > 1) {
      made.append(
        table(
          ["vertex type", "vertices", "features", "labelled"],
          of.vertexTypes.map((type) => [type.name, type.vertices, type.features, type.labelled]),
          { id: "vertex-types" },
        ),
        table(
          ["edge type", "from", "to", "edges"],
          of.edgeTypes.map((type) => [type.name, type.from, type.to, type.edges]),
          { id: "edge-types" },
        ),
      );
    }
  }

  function time() {
    const { charts } = section("time", "Time");
    const phases = Object.entries(report.seconds).filter(([name]) => name !== "total");
    bars(charts, {
      id: "phases",
      title: "Seconds of each phase",
      names: phases.map(([name]) => name),
      xName: "phase",
      yName: "seconds",
      lying: true,
      series: [{ name: "seconds", values: phases.map(([, value]) => value) }],
    });
    step(charts);
    layers(charts);
  }

  function step(charts) {
    const nodes = ((data.trainers && data.trainers.nodes) || []).filter((node) => node.step);
    if (nodes.length === 0) {
      return;
    }
    const part = (name, key) => ({ name, values: nodes.map((node) => 1000 * node.step[key]) });
    const names = nodes.map((node) => node.node);
    bars(charts, {
      id: "step",
      title: "Where the time of a step goes",
      note: "Mean milliseconds of a step of a trainer.",
      names,
      xName: "node",
      yName: "ms",
      lying: true,
      stacked: true,
      series: [part("waiting", "waiting"), part("computing", "compute"), part("updating", "update")],
    });
    if (nodes.some((node) => node.step.sample > 0)) {
      bars(charts, {
        id: "ahead",
        title: "What other threads do ahead of it",
        note: "Mean milliseconds of a batch.",
        names,
        xName: "node",
        yName: "ms",
        lying: true,
        stacked: true,
        series: [part("sampling", "sample"), part("fetching", "fetch")],
      });
    }
  }

  function layers(charts) {
    if (!report.layers) {
      return;
    }
    bars(charts, {
      id: "layers",
      title: "Where the time of a layer goes",
      note: "Seconds of all threads together; filling is wall time.",
      names: report.layers.map((layer) => `layer ${layer.layer + 1}`),
      xName: "layer",
      yName: "seconds",
      lying: true,
      stacked: true,
      series: ["fill", "read", "aggregate", "dense", "write"].map((name) => ({
        name,
        values: report.layers.map((layer) => layer[name]),
      })),
    });
  }

  function cluster() {
    const { made, charts } = section("cluster", "Nodes");
    const nodes = report.nodes;
    const names = nodes.map((node) => node.node);
    bars(charts, {
      id: "sampled",
      title: "Sampled edges",
      note: "What each node has read of its partitions for samples.",
      names,
      xName: "node",
      lying: true,
      series: [{ name: "edges", values: nodes.map((node) => node.sampledEdges) }],
    });
    bars(charts, {
      id: "bytes",
      title: "Bytes",
      note: "Moved by trainers and publishers of a node, and served to other nodes.",
      names,
      xName: "node",
      lying: true,
      series: [
        { name: "moved", values: nodes.map((node) => node.bytesMoved) },
        { name: "served", values: nodes.map((node) => node.bytesServed) },
      ],
    });
    made.append(
      table(
        ["node", "partitions", "trainers", "rows held", "sampled edges", "load", "busy", "moved", "served"],
        nodes.map((node) => [
          node.node,
          node.partitions.length,
          node.trainers,
          node.rowsHeld,
          node.sampledEdges,
          node.normalizedLoad ?? null,
          seconds(node.busySeconds),
          bytes(node.bytesMoved),
          bytes(node.bytesServed),
        ]),
        { id: "nodes" },
      ),
    );
    if (data.trainers) {
      made.append(
        element("p", { id: "trainers" }, `${data.trainers.trainers} trainers, ${data.trainers.batch}: ${data.trainers.why}.`),
      );
    }
  }

  function settings() {
    const { made } = section("settings", "Settings and versions");
    if (report) {
      made.append(table(["", "version"], Object.entries(report.versions), { id: "versions" }));
    }
    if (data.settings) {
      made.append(element("pre", { id: "settings-text" }, JSON.stringify(data.settings, null, 2)));
    }
  }

  head();
  training();
  if (report) {
    test();
    embeddings();
    graph();
    time();
    cluster();
  }
  settings();
  document.documentElement.dataset.ready = "true"; // for whoever waits for the page
})();
