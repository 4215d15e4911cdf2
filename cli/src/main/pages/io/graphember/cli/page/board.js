"use strict";
// The board: asks for the state of the cluster again and again, and draws what has changed.

(() => {
  const { element, table, chart, draw, forget, count, number, bytes } = pages;
  const EVERY_MILLIS = 1000;
  const page = document.getElementById("page");
  const said = {}; // what each part was drawn from
  let selected = null; // job whose curves are shown
  let chosen = false; // by the user
  let epochs = [];
  const curves = {};

  const message = element("p", { id: "message", role: "status", "aria-live": "polite" });
  const parts = {};
  page.append(element("h1", {}, "Graphember"), element("p", { class: "quiet", id: "cluster" }), message);
  for (const [id, title] of [
    ["nodes", "Nodes"], ["queue", "Queue"], ["jobs", "Jobs"], ["curves", "Curves"], ["memory", "Memory"], ["graphs", "Graphs"],
  ]) {
    parts[id] = element("div", {});
    page.append(element("section", { id }, element("h2", {}, title), parts[id]));
  }

  async function ask(path, options) {
    const answer = await fetch(path, options);
    const value = await answer.json();
    if (!answer.ok) {
      throw new Error(`${value.code}: ${value.message}`);
    }
    return value;
  }

  // Draws a part anew if what it says has changed: a button that is looked at stays.
  function show(id, content, make) {
    const text = JSON.stringify(content);
    if (said[id] !== text) {
      said[id] = text;
      parts[id].replaceChildren(...make());
    }
  }

  function time(millis) {
    return millis ? new Date(millis).toLocaleString() : "-";
  }

  function nodes(state) {
    show("nodes", state.nodes, () => [
      state.nodes === null ? element("p", { class: "quiet" }, "Who may administer the cluster sees its nodes.") : table(
        ["node", "stores", "trains", "processors", "takes work", "jobs", "trainers", "partitions", "memory"],
        (state.nodes || []).map((node) => [
          node.node,
          node.storage ? "yes" : "no",
          node.trainer ? "yes" : "no",
          node.processors,
          node.unavailable === "" ? "yes" : node.unavailable,
          node.load ? node.load.jobs : null,
          node.load ? node.load.trainers : null,
          node.load ? node.load.partitions : null,
          node.load ? `${bytes(node.load.usedBytes)} of ${bytes(node.load.budgetBytes)}` : "does not answer",
        ]),
      ),
    ]);
  }

  function graphs(state) {
    show("graphs", state.graphs, () => [
      state.graphs.length === 0
        ? element("p", { class: "quiet" }, "The cluster holds no graph.")
        : table(
            ["graph", "version", "vertices", "edges", "partitions", "memory of a job"],
            state.graphs.map((graph) => [
              graph.name, graph.version, graph.vertices, graph.edges, graph.partitions, bytes(graph.slabBytes),
            ]),
          ),
    ]);
  }

  function status(job) {
    const text = job.status.toLowerCase();
    if (job.status === "RUNNING") {
      return `${text}, ${job.phase}`;
    }
    return job.status === "FAILED" && job.error ? `${text}, ${job.error}` : text;
  }

  function cancelButton(job) {
    const button = element("button", { type: "button", "data-cancel": job.job }, "Cancel");
    button.addEventListener("click", async () => {
      if (!window.confirm(`Cancel job ${job.job}, ${job.name}?`)) {
        return;
      }
      try {
        const was = await ask(`cancel/${job.job}`, { method: "POST" });
        message.textContent = was ? `Job ${job.job} is being cancelled.` : `Job ${job.job} had ended.`;
      } catch (error) {
        message.textContent = String(error.message);
      }
    });
    return button;
  }

  function nameButton(job) {
    const button = element("button", { type: "button", "data-job": job.job, "aria-label": `Curves of job ${job.job}` }, String(job.job));
    button.addEventListener("click", () => {
      chosen = true;
      select(job.job);
      tick(false);
    });
    return button;
  }

  function jobTable(columns, jobs, cells) {
    return element(
      "div",
      { class: "scroll" },
      element(
        "table",
        {},
        element("thead", {}, element("tr", {}, ...columns.map((name) => element("th", { scope: "col" }, name)))),
        element("tbody", {}, ...jobs.map((job) => element("tr", {}, ...cells(job).map((cell) => element("td", {}, cell))))),
      ),
    );
  }

  function user(job) {
    return (job.submission && job.submission.user) || "-";
  }

  function jobs(state) {
    const waiting = state.jobs.filter((job) => job.status === "QUEUED");
    const begun = state.jobs.filter((job) => job.status !== "QUEUED").reverse();
    show("queue", waiting, () => [
      waiting.length === 0
        ? element("p", { class: "quiet" }, "No job waits.")
        : jobTable(["place", "job", "name", "graph", "user", "submitted", ""], waiting, (job) => [
            String(job.place ?? "-"), String(job.job), job.name, job.graph, user(job), time(job.submission && job.submission.submitted), cancelButton(job),
          ]),
    ]);
    show("jobs", begun, () => [
      begun.length === 0
        ? element("p", { class: "quiet" }, "The cluster knows no job.")
        : jobTable(
            ["job", "name", "graph", "status", "epoch", "loss", "validation", "user", "ended", ""],
            begun.slice(0, 100),
            (job) => [
              nameButton(job),
              job.name,
              job.graph,
              status(job),
              job.totalEpochs === 0 ? "-" : `${count(job.epoch)} of ${count(job.totalEpochs)}`,
              number(job.loss),
              number(job.validation),
              user(job),
              time(job.ended),
              job.status === "RUNNING" ? cancelButton(job) : "",
            ],
          ),
    ]);
    const running = begun.find((job) => job.status === "RUNNING");
    if (!chosen && running && selected !== running.job) {
      select(running.job);
    }
  }

  function memory(state) {
    const names = new Map(state.jobs.map((job) => [job.job, `${job.name} on ${job.graph}`]));
    const held = new Map();
    for (const node of state.nodes || []) {
      for (const job of (node.load && node.load.jobBytes) || []) {
        const sum = held.get(job.job) || { heap: 0, native: 0, nodes: 0 };
        held.set(job.job, { heap: sum.heap + job.heapBytes, native: sum.native + job.nativeBytes, nodes: sum.nodes + 1 });
      }
    }
    const graph = new Map();
    for (const [job, sum] of held) {
      const of = state.jobs.find((one) => one.job === job);
      const name = of ? of.graph : "others";
      graph.set(name, (graph.get(name) || 0) + sum.heap);
    }
    const content = [...held].map(([job, sum]) => [job, names.get(job) || "of another user", sum.nodes, sum.heap, sum.native]);
    show("memory", content, () => [
      content.length === 0
        ? element("p", { class: "quiet" }, "No job holds memory.")
        : element(
            "div",
            { class: "charts" },
            table(
              ["job", "name", "nodes", "heap", "native"],
              content.map(([job, name, at, heap, native]) => [String(job), name, at, bytes(heap), bytes(native)]),
              { id: "job-memory" },
            ),
            table(["graph", "heap of its jobs"], [...graph].map(([name, heap]) => [name, bytes(heap)]), { id: "graph-memory" }),
          ),
    ]);
  }

  function select(job) {
    selected = job;
    epochs = [];
    Object.values(curves).forEach(forget);
    parts.curves.replaceChildren(element("p", { id: "curve-job" }, ""), element("div", { class: "charts" }));
    const charts = parts.curves.lastChild;
    for (const [id, title, key] of [["loss", "Loss", "loss"], ["validation", "Validation", "validation"]]) {
      curves[id] = chart(charts, {
        id,
        title,
        option: () => ({
          tooltip: { trigger: "axis" },
          xAxis: { type: "category", name: "epoch", data: epochs.map((epoch) => epoch.epoch) },
          yAxis: { type: "value", scale: true },
          series: [{ name: title.toLowerCase(), type: "line", showSymbol: false, sampling: "lttb", data: epochs.map((epoch) => epoch[key] ?? "-") }],
        }),
      });
    }
  }

  async function curve() {
    if (selected === null) {
      show("curves", "none", () => [element("p", { class: "quiet" }, "Choose a job by its number.")]);
      return;
    }
    const job = selected;
    const state = await ask(`job/${job}/${epochs.length === 0 ? 1 : epochs[epochs.length - 1].epoch + 1}`);
    if (job !== selected) {
      return; // another one was chosen meanwhile
    }
    document.getElementById("curve-job").textContent = `Job ${job}, ${state.name}: ${state.status.toLowerCase()}, ${state.phase}`;
    parts.curves.dataset.epochs = String(epochs.length + state.epochs.length);
    if (state.epochs.length > 0) {
      epochs = epochs.concat(state.epochs);
      draw(curves.loss);
      draw(curves.validation);
    }
  }

  async function tick(again) {
    try {
      const state = await ask("state");
      document.getElementById("cluster").textContent =
        `Graphember ${state.cluster.version}, Ignite ${state.cluster.ignite}, ${state.cluster.nodes} nodes`;
      nodes(state);
      jobs(state);
      memory(state);
      graphs(state);
      await curve();
      page.dataset.failed = "";
      document.documentElement.dataset.ready = "true";
    } catch (error) {
      page.dataset.failed = "true";
      message.textContent = `The cluster cannot be asked: ${error.message}`;
    }
    if (again) {
      setTimeout(() => tick(true), EVERY_MILLIS);
    }
  }

  tick(true);
})();
