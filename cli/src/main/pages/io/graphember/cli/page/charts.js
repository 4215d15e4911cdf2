"use strict";
// What pages are made of: elements, tables, and charts with the table of their values below. Every
// text goes on the page as text, never as HTML.

const pages = (() => {
  // Okabe and Ito's colours, which people tell apart who see fewer of them.
  const COLOURS = [
    "#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#8c8c00", "#7f7f7f",
  ];
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const drawn = [];

  function element(name, attributes, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) {
      if (value !== undefined && value !== null) {
        made.setAttribute(key, value);
      }
    }
    made.append(...children.filter((child) => child !== undefined && child !== null));
    return made;
  }

  function count(value) {
    return Number(value).toLocaleString("en-US");
  }

  function number(value, digits = 4) {
    if (value === null || value === undefined || Number.isNaN(value)) {
      return "-";
    }
    if (Number.isInteger(value)) {
      return count(value);
    }
    return Math.abs(value) >= 1000 || (value !== 0 && Math.abs(value) < 0.001)
      ? value.toPrecision(digits)
      : value.toFixed(digits);
  }

  function bytes(value) {
    const units = ["B", "KiB", "MiB", "GiB", "TiB"];
    let unit = 0;
    let scaled = value;
    while (Math.abs(scaled) >= 1024 && unit < units.length - 1) {
      scaled /= 1024;
      unit++;
    }
    return `${scaled.toFixed(unit === 0 ? 0 : 1)} ${units[unit]}`;
  }

  function seconds(value) {
    if (value >= 100) {
      return `${Math.round(value)} s`;
    }
    return value >= 1 ? `${value.toFixed(1)} s` : `${(1000 * value).toFixed(1)} ms`;
  }

  // Columns are names; a cell is a text, or a number that is written as such.
  function table(columns, rows, attributes) {
    const cell = (value) => (typeof value === "number" ? number(value) : String(value ?? "-"));
    return element(
      "div",
      { class: "scroll" },
      element(
        "table",
        attributes,
        element("thead", {}, element("tr", {}, ...columns.map((name) => element("th", { scope: "col" }, name)))),
        element(
          "tbody",
          {},
          ...rows.map((row) => element("tr", {}, ...row.map((value) => element("td", {}, cell(value))))),
        ),
      ),
    );
  }

  // Named figures: the name, and what it says.
  function figures(pairs) {
    return element(
      "dl",
      { class: "figures" },
      ...pairs.map(([name, value]) =>
        element("div", { class: "figure" }, element("dt", {}, name), element("dd", {}, String(value))),
      ),
    );
  }

  function colours() {
    const style = getComputedStyle(document.documentElement);
    return { text: style.getPropertyValue("--text").trim(), line: style.getPropertyValue("--line").trim() };
  }

  function axis(of) {
    const { text, line } = colours();
    return {
      nameLocation: "middle",
      nameGap: of.type === "value" ? 45 : 28,
      ...of,
      nameTextStyle: { color: text },
      axisLabel: { color: text, ...(of.axisLabel || {}) },
      axisLine: { lineStyle: { color: line } },
      splitLine: { lineStyle: { color: line }, show: of.splitLine ?? of.type === "value" },
    };
  }

  function draw(entry) {
    const { text } = colours();
    const option = entry.option();
    entry.chart.setOption(
      {
        animation: false,
        aria: { enabled: true, decal: { show: false } },
        color: COLOURS,
        textStyle: { color: text },
        grid: { left: 64, right: 24, top: 40, bottom: 48 },
        legend: { top: 0, type: "scroll", textStyle: { color: text }, show: option.series.length > 1 },
        tooltip: { trigger: "item" },
        ...option,
        xAxis: option.xAxis && axis(option.xAxis),
        yAxis: option.yAxis && axis(option.yAxis),
      },
      true,
    );
  }

  /*
   * A chart: its title, its option as ECharts has it, and the same values as a table.
   *
   *   option   makes the option, anew when the colours change
   *   columns, rows   of the table
   *   tall     true for a picture that wants room
   */
  function chart(parent, { id, title, note, option, columns, rows, tall }) {
    const box = element("div", { class: tall ? "chart tall" : "chart", role: "img", "aria-label": title });
    parent.append(
      element(
        "figure",
        { id },
        element("figcaption", {}, title),
        note && element("div", { class: "quiet" }, note),
        box,
        rows && element("details", {}, element("summary", {}, "Values"), table(columns, rows)),
      ),
    );
    const entry = { chart: echarts.init(box, null, { renderer: "svg" }), option };
    draw(entry);
    drawn.push(entry);
    return entry;
  }

  // Takes a chart away for good.
  function forget(entry) {
    drawn.splice(drawn.indexOf(entry), 1);
    entry.chart.dispose();
  }

  function lines(parent, { id, title, note, x, xName, yName, series, log }) {
    return chart(parent, {
      id,
      title,
      note,
      columns: [xName, ...series.map((one) => one.name)],
      rows: x.map((value, i) => [value, ...series.map((one) => one.values[i])]),
      option: () => ({
        tooltip: { trigger: "axis" },
        xAxis: { type: "category", name: xName, data: x },
        yAxis: { type: log ? "log" : "value", name: yName, scale: true },
        series: series.map((one) => ({
          name: one.name,
          type: "line",
          showSymbol: x.length < 30,
          data: one.values.map((value) => value ?? "-"),
          sampling: "lttb",
        })),
      }),
    });
  }

  // Bars that stand beside one another, or on one another if they are parts of a whole.
  function bars(parent, { id, title, note, names, xName, yName, series, stacked, lying, tall }) {
    return chart(parent, {
      id,
      title,
      note,
      tall,
      columns: [xName, ...series.map((one) => one.name)],
      rows: names.map((name, i) => [name, ...series.map((one) => one.values[i])]),
      option: () => {
        const category = { type: "category", name: lying ? "" : xName, data: names, inverse: Boolean(lying) };
        const value = { type: "value", name: yName };
        return {
          tooltip: { trigger: "axis", axisPointer: { type: "shadow" } },
          ...(lying ? { grid: { left: 110, right: 24, top: 40, bottom: 48 } } : {}),
          xAxis: lying ? { ...value, nameGap: 28 } : category,
          yAxis: lying ? category : value,
          series: series.map((one) => ({
            name: one.name,
            type: "bar",
            stack: stacked ? "all" : undefined,
            barMaxWidth: 40,
            data: one.values,
          })),
        };
      },
    });
  }

  dark.addEventListener("change", () => drawn.forEach(draw));
  window.addEventListener("resize", () => drawn.forEach((entry) => entry.chart.resize()));

  return { COLOURS, element, table, figures, chart, lines, bars, draw, forget, count, number, bytes, seconds };
})();
