"use strict";
// Fills the page of one job.

const PARTS = {
  MAP_COMPUTE: "map compute", MAP_IO: "map I/O and spill", SORT: "sort and combine",
  PARTIAL_SORT: "partial sort", PARTIAL_REDUCE: "partial reduce", SHUFFLE_WAIT: "shuffle wait",
  MERGE: "merge", REDUCE: "reduce", OUTPUT: "output and commit", OVERHEAD: "overhead", IDLE: "idle",
};
const CPU_COUNTER = "CPU time spent (ms)";
const GC_COUNTER = "GC time elapsed (ms)";
let gantt = null;

function facts() {
  const job = data.job;
  document.title = `${job.name || job.id} - Millrace report`;
  byId("title").textContent = job.name || job.id;
  byId("subtitle").textContent = `${job.id}, ${new Date(job.startMillis).toLocaleString()}, user ${job.user}, ` +
    `Hadoop ${job.hadoop}, Java ${job.java}, ${job.processors} processors`;
  const all = {
    State: job.state, Time: time(job.elapsedMicros), "CPU time": time(1000 * counter(data, CPU_COUNTER)), "GC time": time(1000 * counter(data, GC_COUNTER)),
    "Map tasks": tasks(job.maps, job.mapProgress), "Reduce tasks": tasks(job.reduces, job.reduceProgress),
    "Records in": count(counter(data, "Map input records")), Shuffled: bytes(phase(data, "MAP").bytes), Spilled: bytes(phase(data, "SPILL").bytes),
  };
  put("facts", ...Object.entries(all).map(([name, value]) =>
    element("div", {}, element("dt", {}, name), element("dd", { className: value === "FAILED" || value === "KILLED" ? "bad" : "" }, value))));
  byId("verdict").textContent = verdict();
  byId("why").hidden = !job.why;
  byId("why").textContent = job.cause ? [job.cause, job.place && `in ${job.place}`].filter(line => line).join("\n") : job.why;
  byId("advice").hidden = !job.advice;
  byId("advice").textContent = job.advice;
}

/** The job in one sentence: how it ended, and where most of its slots' time went. */
function verdict() {
  const job = data.job;
  if (job.state === "RUNNING") return `The job has run for ${time(job.elapsedMicros)}.`;
  const lost = data.lostAttempts ? `; ${count(data.lostAttempts)} attempt${data.lostAttempts === 1 ? "" : "s"} failed or were killed` : "";
  const ended = { SUCCEEDED: "succeeded", FAILED: "failed", KILLED: "was killed" }[job.state] || job.state;
  const [most, share] = largestPart();
  return `The job ${ended} after ${time(job.elapsedMicros)}${most && job.state === "SUCCEEDED" ? `; ${PARTS[most]} took ${Math.round(100 * share)} % of the work` : ""}${lost}.`;
}

/** The part of the breakdown with the most time, without idle slots, and its share of their work. */
function largestPart() {
  const sums = occurred().filter(part => part !== "IDLE")
    .map(part => [part, data.breakdown.reduce((sum, slot) => sum + (slot[part] || 0), 0)]);
  const whole = sums.reduce((sum, [, of]) => sum + of, 0);
  const [part, most] = sums.reduce((one, other) => other[1] > one[1] ? other : one, ["", 0]);
  return [part, most / Math.max(1, whole)];
}

/** The parts of the breakdown that have any time in this job. */
function occurred() {
  return Object.keys(PARTS).filter(part => data.breakdown.some(slot => slot[part] > 0));
}

/** The number of tasks, and their progress while the job runs. */
function tasks(number, progress) {
  return data.job.state === "RUNNING" && number > 0 ? `${count(number)}, ${percent(progress)} done` : count(number);
}

function counter(report, name) {
  for (const group of report.counters) {
    for (const one of group.counters) if (one.name === name) return one.value;
  }
  return 0;
}

function phase(report, name) {
  return report.phases.find(one => one.phase === name) || { time: 0, count: 0, records: 0, bytes: 0 };
}

function swatch(part) {
  const made = element("span", { className: "swatch" });
  made.style.background = `var(--${part})`;
  return made;
}

function timeline() {
  put("legend", ...occurred().filter(part => part !== "IDLE")
    .map(part => element("li", {}, swatch(part), PARTS[part])));
  const rows = ganttRows(data);
  const end = Math.max(data.job.elapsedMicros, ...rows.map(row => row.bars.reduce((last, bar) => Math.max(last, bar.end), 0)));
  if (gantt) {
    gantt.replace(data.job.id, rows, end);
    return;
  }
  gantt = new Gantt(byId("gantt"), data.job.id, rows, end, bar => {
    byId("selected").textContent = bar ? ganttText(bar).replaceAll("\n", "; ") : "No attempt is selected.";
    remember({ task: bar && bar.outcome ? bar.who : "" });
  });
  byId("zoom-in").addEventListener("click", () => gantt.zoom(0.5, gantt.middle()));
  byId("zoom-out").addEventListener("click", () => gantt.zoom(2, gantt.middle()));
  byId("zoom-all").addEventListener("click", () => gantt.show(0, gantt.whole));
}

function breakdown() {
  const bars = element("div", { className: "bars" });
  const none = Object.fromEntries(Object.keys(PARTS).map(part => [part, 0])); // older reports know fewer parts
  const slots = data.breakdown.map(slot => ({ ...none, ...slot, label: slotName(slot.thread) })).sort((a, b) => a.label.localeCompare(b.label, "en", { numeric: true }));
  for (const slot of slots.slice(0, 64)) {
    const bar = element("div", { className: "bar" });
    for (const [part, name] of Object.entries(PARTS)) {
      const piece = element("span", { title: `${name} ${time(slot[part])}` });
      piece.style.flex = `${slot[part]} 0 0px`;
      piece.style.background = `var(--${part})`;
      bar.append(piece);
    }
    bars.append(element("div", {}, slot.label), bar);
  }
  const whole = slots.reduce((sum, slot) => sum + Object.keys(PARTS).reduce((s, part) => s + slot[part], 0), 0);
  const sums = occurred().map(part => [part, slots.reduce((sum, slot) => sum + slot[part], 0)]);
  put("breakdown", bars, table("Slot time by part", ["part", "#slot time", "#share"],
    sums.map(([part, sum]) => [element("span", {}, swatch(part), PARTS[part]), time(sum), percent(sum / Math.max(1, whole))])));
  const known = data.attempts.filter(row => row[8] >= 0);
  const cpu = known.reduce((sum, row) => sum + row[8], 0);
  const wall = known.reduce((sum, row) => sum + row[4] - row[3], 0);
  byId("cpu-text").textContent = known.length === 0 ? "" : `Task threads used ${time(cpu)} of CPU time in ${time(wall)} (${percent(cpu / Math.max(1, wall))}).`;
  put("phases", table("Phases", ["phase", "#time", "#count", "#records", "#bytes"],
    data.phases.filter(one => one.count > 0 || one.time > 0).map(one => [phaseName(one.phase), time(one.time), count(one.count), count(one.records), bytes(one.bytes)])));
}

/** Not "shuffle wait", which is the part of the breakdown that has all waits of the shuffle. */
function phaseName(name) {
  return name === "SHUFFLE_WAIT" ? "wait for map output" : name.toLowerCase().replace("_", " ");
}

/** What differs from the previous run of the same job. */
function comparison() {
  const previous = data.previous;
  byId("comparison").hidden = !previous;
  if (!previous) return;
  const row = (name, now, before, format) => [name, format(now), format(before),
    now === before ? "" : before > 0 ? `${now > before ? "+" : "−"}${percent(Math.abs(now - before) / before)}` : "new"];
  const names = [...new Set([...previous.phases, ...data.phases].map(one => one.phase))];
  const values = (name, read, format) => row(name, read(data), read(previous), format);
  byId("comparison-text").textContent = `Previous run: ${previous.job.id}, ${new Date(previous.job.startMillis).toLocaleString()}.`;
  put("comparison-table", table("Comparison with the previous run", ["measure", "#this run", "#previous run", "#change"], [
    values("time", report => report.job.elapsedMicros, time),
    values("CPU time", report => 1000 * counter(report, CPU_COUNTER), time),
    values("GC time", report => 1000 * counter(report, GC_COUNTER), time),
    values("records in", report => report.job.recordsIn, count),
    values("records out", report => report.job.recordsOut, count),
    values("spilled", report => phase(report, "SPILL").bytes, bytes),
    ...names.map(name => values(phaseName(name), report => phase(report, name).time, time)),
  ]));
}

function counters() {
  const filter = byId("counters-filter").value.trim();
  const groups = data.counters.map(group => ({ group: group.group, found: group.counters.filter(one => matches(`${group.group} ${one.name}`, filter)) }))
    .filter(group => group.found.length > 0);
  put("counters", ...groups.map(group => element("div", {},
    element("h3", {}, group.group), table(group.group, ["counter", "#value"], group.found.map(one => [one.name, count(one.value)])))),
  ...(groups.length === 0 ? [element("p", {}, "No counter matches.")] : []));
}

byId("counters-filter").addEventListener("input", () => counters());

function details() {
  put("plan", table("Plan", ["choice", "value", "reason"], data.plan.map(one =>
    [one.name, one.unit === "bytes" ? bytes(Number(one.value)) : one.value, one.outcome ? one.reason + "; " + one.outcome : one.reason])));
  counters();
  put("configuration", table("Configuration", ["key", "value", "default"],
    data.configuration.map(one => [one.key, one.value, one.default])));
}

/** Shows an attempt, and the rest of what the address selects. */
function select(task) {
  byId("tasks-filter").value = selection("filter");
  tasksTable();
  const bar = task && gantt.rows.flatMap(row => row.bars).find(one => one.who === task && one.outcome !== "");
  if (bar && gantt.selected !== bar) {
    gantt.select(bar);
    byId("timeline-section").scrollIntoView();
  }
  goToSection();
}

addEventListener("hashchange", () => { if (data) select(selection("task")); });

/** Shows a report, in place of the one before. */
function show(report) {
  const first = data === null || data.job.id !== report.job.id;
  const task = selection("task");
  data = report;
  facts();
  failures();
  timeline();
  breakdown();
  outliers();
  hotKeys();
  histogram("map-times", "MAP", "MAP_COMPUTE");
  histogram("reduce-times", "REDUCE", "REDUCE");
  partitions();
  tasksTable();
  throughput();
  memory();
  comparison();
  details();
  if (first) select(task);
  document.documentElement.dataset.ready = "true";
}
