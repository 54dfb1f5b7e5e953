"use strict";
// The table of attempts, outliers among them, and failures by cause.

const TASK_STEP = 20;
const taskTable = { shown: TASK_STEP };
const TASK_COLUMNS = [
  { key: "attempt", value: row => row.who, cell: row => taskLink(row.who) },
  { key: "outcome", value: row => row.outcome.toLowerCase(), cell: row => word(row.outcome.toLowerCase()) },
  { key: "slot", value: row => row.slot, cell: row => word(row.slot) },
  { key: "start", value: row => row.start, format: time },
  { key: "duration", value: row => row.end - row.start, format: time },
  { key: "CPU", value: row => row.cpu, format: cpu => cpu < 0 ? "unknown" : time(cpu) },
  { key: "records", value: row => row.records, format: count },
  { key: "bytes", value: row => row.bytes, format: bytes },
  { key: "spills", value: row => row.spills, format: count },
  { key: "spilled", value: row => row.spilled, format: bytes },
];

function taskLink(who) {
  return element("a", { href: linkTo({ task: who, section: "" }), className: "word" }, who);
}

/** Text that stays on one line. */
function word(text) {
  return element("span", { className: "word" }, text);
}

/** Spills by attempt. A spill of a map task's published output names only the task. */
function spillsByAttempt() {
  const spills = new Map();
  for (const [phase, who, , , , , , size] of data.spans) {
    if (phase !== "SPILL" || size === 0) continue;
    const sum = spills.get(who) || { count: 0, bytes: 0 };
    spills.set(who, { count: sum.count + 1, bytes: sum.bytes + size });
  }
  return spills;
}

function taskRows() {
  const spills = spillsByAttempt();
  return data.attempts.map(([who, kind, thread, start, end, outcome, records, size, cpu]) => {
    const own = [spills.get(who), outcome === "SUCCEEDED" ? spills.get(who.replace(/\.\d+$/, "")) : null].filter(one => one);
    return {
      who, kind, start, end, outcome, records, bytes: size, cpu: cpu ?? -1, slot: slotName(data.threads[thread]),
      spills: own.reduce((sum, one) => sum + one.count, 0), spilled: own.reduce((sum, one) => sum + one.bytes, 0),
    };
  });
}

function sortedTasks(rows, sort) {
  const column = TASK_COLUMNS.find(one => one.key === sort.replace("-", "")) || TASK_COLUMNS[3];
  const order = column.format ? (a, b) => column.value(a) - column.value(b)
    : (a, b) => column.value(a).localeCompare(column.value(b), "en", { numeric: true });
  return [...rows].sort(sort.startsWith("-") ? (a, b) => order(b, a) : order);
}

/** Whether a text has all words of a filter. */
function matches(text, filter) {
  const lower = text.toLowerCase();
  return filter.toLowerCase().split(/\s+/).every(word => lower.includes(word));
}

function taskHead(sort) {
  return TASK_COLUMNS.map(column => {
    const button = element("button", { type: "button", className: "sort" }, column.key,
      sort === column.key ? " ▲" : sort === "-" + column.key ? " ▼" : "");
    button.dataset.sort = sort === "-" + column.key || (sort !== column.key && !column.format) ? column.key : "-" + column.key;
    const head = element("th", { scope: "col", className: column.format ? "number" : "" }, button);
    if (sort.replace("-", "") === column.key) head.setAttribute("aria-sort", sort.startsWith("-") ? "descending" : "ascending");
    return head;
  });
}

function tasksTable() {
  const sort = selection("sort") || "start";
  const filter = selection("filter");
  const found = sortedTasks(taskRows().filter(row => matches(`${row.who} ${row.kind} ${row.outcome} ${row.slot}`, filter)), sort);
  const rows = found.slice(0, taskTable.shown).map(row => TASK_COLUMNS.map(column =>
    column.cell ? column.cell(row) : column.format ? column.format(column.value(row)) : column.value(row)));
  const made = table("Attempts", TASK_COLUMNS.map(column => (column.format ? "#" : "") + column.key), rows);
  made.querySelector("thead tr").replaceChildren(...taskHead(sort));
  put("tasks", made);
  byId("tasks-count").textContent = `${count(Math.min(found.length, taskTable.shown))} of ${count(found.length)} attempts`;
  byId("tasks-more").hidden = found.length <= taskTable.shown;
}

byId("tasks").addEventListener("click", event => {
  const button = event.target.closest("button[data-sort]");
  if (!button) return;
  remember({ sort: button.dataset.sort });
  tasksTable();
});
byId("tasks-filter").addEventListener("input", event => {
  remember({ filter: event.target.value.trim() });
  tasksTable();
});
byId("tasks-more").addEventListener("click", () => {
  taskTable.shown += 10 * TASK_STEP;
  tasksTable();
});

function outliers() {
  if (data.skew.length === 0) {
    put("skew", element("p", {}, "None."));
    return;
  }
  const amount = (one, value) => one.of === "time" ? time(value) : bytes(value);
  put("skew", table("Outliers", ["attempt", "measure", "#value", "#median", "#share of all"],
    data.skew.slice(0, 20).map(one => [taskLink(one.attempt), one.of, amount(one, one.value), amount(one, one.median), percent(one.share)])));
}

/** The largest groups of records with one key. Older reports have none. */
function hotKeys() {
  const keys = data.hotKeys || [];
  const advice = one => element("p", { className: "hint" }, `The key "${one.key}" has more than twice an even share of a partition. ` +
    "No partitioner divides a key: combine its values before the reducer, or spread them over several keys and merge the results in a second job.");
  put("hot-keys", ...(keys.length === 0 ? [element("p", {}, "None.")] : [
    table("Hot keys", ["key", "attempt", "#records", "#bytes", "#share of partition", "#share of all"],
      keys.map(one => [one.key, taskLink(one.attempt), count(one.records), bytes(one.bytes), percent(one.ofPartition), percent(one.ofAll)])),
    ...keys.filter(one => one.oversized).slice(0, 3).map(advice)]));
}

/** Failures of one cause differ only in numbers. */
function failuresByCause() {
  const causes = new Map();
  for (const failure of data.failures) {
    const cause = failure.outcome + failure.why.split("\n")[0].replace(/\d+/g, "0");
    if (!causes.has(cause)) causes.set(cause, []);
    causes.get(cause).push(failure);
  }
  return [...causes.values()].sort((a, b) => b.length - a.length);
}

function failures() {
  byId("failures").hidden = data.failures.length === 0;
  const rest = data.lostAttempts - data.failures.length;
  const groups = failuresByCause().map(group => {
    const texts = [...new Set(group.map(failure => failure.why))];
    return element("details", {},
      element("summary", {}, `${count(group.length)} ${group[0].outcome.toLowerCase()}: ${group[0].why.split("\n")[0]}`),
      element("p", {}, "Attempts: " + group.map(failure => failure.attempt).join(", ")),
      ...texts.map(text => Object.assign(element("pre", {}, text), { tabIndex: 0 })));
  });
  put("failure-list", ...groups, ...(rest > 0 ? [element("p", {}, `${count(rest)} more are not in the report.`)] : []));
}
