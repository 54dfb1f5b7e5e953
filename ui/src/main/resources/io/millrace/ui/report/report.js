"use strict";
// Fills the page of one job.

const PARTS = {
  MAP_COMPUTE: "map compute", MAP_IO: "map I/O and spill", SORT: "sort and combine", SHUFFLE_WAIT: "shuffle wait",
  MERGE: "merge", REDUCE: "reduce", OUTPUT: "output and commit", OVERHEAD: "overhead", IDLE: "idle",
};
const charts = new Map();
let gantt = null;

function facts() {
  const job = data.job;
  document.title = `${job.name || job.id} - Millrace report`;
  byId("title").textContent = job.name || job.id;
  byId("subtitle").textContent = `${job.id}, ${new Date(job.startMillis).toLocaleString()}, user ${job.user}, ` +
    `Hadoop ${job.hadoop}, Java ${job.java}, ${job.processors} processors`;
  const shuffled = data.phases.reduce((sum, phase) => phase.phase === "MAP" ? phase.bytes : sum, 0);
  const spilled = data.phases.reduce((sum, phase) => phase.phase === "SPILL" ? phase.bytes : sum, 0);
  const all = {
    State: job.state, Time: time(job.elapsedMicros), "Map tasks": tasks(job.maps, job.mapProgress),
    "Reduce tasks": tasks(job.reduces, job.reduceProgress),
    "Records in": count(counter("Map input records")), Shuffled: bytes(shuffled), Spilled: bytes(spilled),
  };
  put("facts", ...Object.entries(all).map(([name, value]) =>
    element("div", {}, element("dt", {}, name), element("dd", { className: value === "FAILED" || value === "KILLED" ? "bad" : "" }, value))));
  byId("why").hidden = !job.why;
  byId("why").textContent = job.why;
  byId("advice").hidden = !job.advice;
  byId("advice").textContent = job.advice;
}

/** How many, and how far while they run. */
function tasks(number, progress) {
  return data.job.state === "RUNNING" && number > 0 ? `${count(number)}, ${percent(progress)} done` : count(number);
}

function counter(name) {
  for (const group of data.counters) {
    for (const one of group.counters) if (one.name === name) return one.value;
  }
  return 0;
}

function failures() {
  byId("failures").hidden = data.failures.length === 0;
  const rest = data.lostAttempts - data.failures.length;
  put("failure-list", ...data.failures.map(failure => element("details", {},
    element("summary", {}, `${failure.attempt} ${failure.outcome}: ${failure.why.split("\n")[0].slice(0, 200)}`),
    Object.assign(element("pre", {}, failure.why), { tabIndex: 0 }))),
  ...(rest > 0 ? [element("p", {}, `and ${count(rest)} more`)] : []));
}

function swatch(part) {
  const made = element("span", { className: "swatch" });
  made.style.background = `var(--${part})`;
  return made;
}

function timeline() {
  put("legend", ...Object.entries(PARTS).filter(([part]) => part !== "IDLE")
    .map(([part, name]) => element("li", {}, swatch(part), name)));
  const rows = ganttRows(data);
  const end = Math.max(data.job.elapsedMicros, ...rows.map(row => row.bars.reduce((last, bar) => Math.max(last, bar.end), 0)));
  if (gantt) {
    gantt.replace(data.job.id, rows, end);
    return;
  }
  gantt = new Gantt(byId("gantt"), data.job.id, rows, end, bar => {
    byId("selected").textContent = bar ? ganttText(bar).replaceAll("\n", "; ") : "No attempt is selected.";
  });
  byId("zoom-in").addEventListener("click", () => gantt.zoom(0.5, gantt.middle()));
  byId("zoom-out").addEventListener("click", () => gantt.zoom(2, gantt.middle()));
  byId("zoom-all").addEventListener("click", () => gantt.show(0, gantt.whole));
}

function breakdown() {
  const bars = element("div", { className: "bars" });
  const slots = [...data.breakdown].sort((a, b) => a.thread.localeCompare(b.thread, "en", { numeric: true }));
  for (const slot of slots.slice(0, 64)) {
    const bar = element("div", { className: "bar" });
    for (const [part, name] of Object.entries(PARTS)) {
      const piece = element("span", { title: `${name} ${time(slot[part])}` });
      piece.style.flex = `${slot[part]} 0 0px`;
      piece.style.background = `var(--${part})`;
      bar.append(piece);
    }
    bars.append(element("div", {}, slot.thread.replace("millrace-", "")), bar);
  }
  const whole = slots.reduce((sum, slot) => sum + Object.keys(PARTS).reduce((s, part) => s + slot[part], 0), 0);
  const sums = Object.keys(PARTS).map(part => [part, slots.reduce((sum, slot) => sum + slot[part], 0)]);
  put("breakdown", bars, table("Time of all slots by part", ["part", "#slot time", "#share"],
    sums.map(([part, sum]) => [element("span", {}, swatch(part), PARTS[part]), time(sum), percent(sum / Math.max(1, whole))])));
  put("phases", table("Phases", ["phase", "#time", "#stretches", "#records", "#bytes"],
    data.phases.map(phase => [phase.phase.toLowerCase().replace("_", " "), time(phase.time), count(phase.count),
      count(phase.records), bytes(phase.bytes)])));
}

/** Draws a chart, or into the one that is there; without values there is none. */
function chart(id, type, labels, values, format) {
  byId(id).closest("figure")?.toggleAttribute("hidden", values.every(line => line.data.length === 0));
  const known = charts.get(id);
  if (known) {
    known.data.labels = labels;
    known.data.datasets.forEach((line, i) => { line.data = values[i].data; });
    known.update("none");
    return;
  }
  const ink = colour("soft");
  const line = colour("line");
  const axis = ticks => ({ ticks: { color: ink, maxTicksLimit: 8, precision: 0, ...ticks }, grid: { color: line }, beginAtZero: true });
  charts.set(id, new Chart(byId(id), {
    type,
    data: { labels, datasets: values },
    options: {
      animation: false, maintainAspectRatio: false, parsing: type === "line" ? false : undefined,
      scales: { x: type === "line" ? { type: "linear", ...axis({ callback: at => time(at) }) } : axis({}), y: axis({ callback: format }) },
      plugins: {
        legend: { display: values.length > 1, labels: { color: ink } },
        tooltip: { callbacks: { label: item => `${item.dataset.label}: ${format(item.parsed.y)}`, ...(type === "line" ? { title: items => time(items[0].parsed.x) } : {}) } },
      },
    },
  }));
}

/** A colour of the page's style, which charts ask for whenever they are drawn: it is another in the dark. */
function colour(name) {
  return () => getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();
}

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => charts.forEach(one => one.update("none")));

function histogram(id, kind, part) {
  const times = data.attempts.filter(row => row[1] === kind && row[5] === "SUCCEEDED").map(row => row[4] - row[3]);
  const least = times.reduce((a, b) => Math.min(a, b), Infinity);
  const width = Math.max(1, (times.reduce((a, b) => Math.max(a, b), 0) - least) / 20);
  const bins = new Array(times.length === 0 ? 0 : 21).fill(0);
  times.forEach(one => bins[Math.floor((one - least) / width)]++);
  chart(id, "bar", bins.map((_, i) => time(least + i * width)), [{ label: "attempts", data: bins, backgroundColor: colour(part) }], count);
}

function partitions() {
  const sizes = data.attempts.filter(row => row[1] === "REDUCE" && row[5] === "SUCCEEDED")
    .map(row => ({ who: row[0], size: row[7] })).sort((a, b) => b.size - a.size).slice(0, 200);
  chart("partitions", "bar", sizes.map(one => one.who), [{ label: "bytes", data: sizes.map(one => one.size), backgroundColor: colour("MERGE") }], bytes);
}

function skew() {
  if (data.skew.length === 0) {
    put("skew", element("p", {}, "No attempt took much longer than the others, and no partition has many more bytes."));
    return;
  }
  const amount = (one, value) => one.of === "time" ? time(value) : bytes(value);
  put("skew", table("Skewed attempts and partitions", ["attempt", "has more than twice the median of", "#has", "#median", "#share of all"],
    data.skew.slice(0, 20).map(one => [one.attempt, one.of, amount(one, one.value), amount(one, one.median), percent(one.share)])));
}

function memory() {
  const line = (label, column, part) => ({
    label, data: data.memory.map(row => ({ x: row[0], y: row[column] })), borderColor: colour(part), backgroundColor: colour(part),
    pointRadius: 0, borderWidth: 2, stepped: column === 2, borderDash: column === 2 ? [6, 3] : [],
  });
  chart("memory", "line", undefined, [line("held", 1, "MAP_COMPUTE"), line("spilled so far", 2, "REDUCE")], bytes);
  const peak = data.memory.reduce((most, row) => Math.max(most, row[1]), 0);
  byId("memory-text").textContent = `Held at most ${bytes(peak)} of ${bytes(data.memoryMax)}, as seen ten times a second.`;
}

function details() {
  put("plan", table("Plan", ["choice", "value", "why"], data.plan.map(one =>
    [one.name, one.unit === "bytes" ? bytes(Number(one.value)) : one.value, one.reason])));
  put("counters", ...data.counters.map(group => element("div", {},
    element("h3", {}, group.group), table(group.group, ["counter", "#value"], group.counters.map(one => [one.name, count(one.value)])))));
  put("configuration", table("Configuration", ["key", "value", "default"],
    data.configuration.map(one => [one.key, one.value, one.default])));
}

/** Shows a report, in place of the one before. */
function show(report) {
  data = report;
  facts();
  failures();
  timeline();
  breakdown();
  skew();
  histogram("map-times", "MAP", "MAP_COMPUTE");
  histogram("reduce-times", "REDUCE", "REDUCE");
  partitions();
  memory();
  details();
  document.documentElement.dataset.ready = "true";
}
