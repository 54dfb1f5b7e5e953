"use strict";
// The charts of a job.

const charts = new Map();
const BINS = 80;

/** The distance of about so many ticks: 1, 2 or 5 times a power of the unit's base, so that their labels are round. */
function step(range, ticks, base) {
  const least = Math.max(range / ticks, 1);
  const power = base === 1024 ? 1024 ** Math.floor(Math.log(least) / Math.log(1024)) : 10 ** Math.floor(Math.log10(least));
  const steps = base === 1024 ? [1, 2, 5, 10, 20, 50, 100, 200, 500, 1024] : [1, 2, 5, 10];
  return power * steps.find(each => each * power >= least);
}

/** Seconds and minutes have other round numbers than powers of ten from a minute on. */
function timeStep(range, ticks) {
  const least = range / ticks;
  return [10e6, 15e6, 30e6, 60e6, 120e6, 300e6, 600e6, 1200e6, 1800e6, 3600e6].find(each => least > 5e6 && each >= least) || step(range, ticks, 10);
}

/** Ticks at round values, from zero on. */
function roundTicks(scale, distance) {
  const by = distance(scale.max - scale.min, 5);
  const values = [];
  for (let value = Math.ceil(scale.min / by) * by; value <= scale.max; value += by) values.push({ value });
  scale.ticks = values;
}

/** Draws a chart, or into the one that is there; without values there is none. */
function chart(id, type, labels, values, format) {
  byId(id).closest("figure").toggleAttribute("hidden", values.every(line => line.data.length === 0));
  const known = charts.get(id);
  if (known) {
    known.data.labels = labels;
    known.data.datasets.forEach((line, i) => { line.data = values[i].data; });
    known.update("none");
    return;
  }
  const ink = colour("soft");
  const line = colour("line");
  const axis = (ticks, distance) => ({
    ticks: { color: ink, maxTicksLimit: 8, maxRotation: 0, precision: 0, ...ticks }, grid: { color: line }, beginAtZero: true,
    ...(distance ? { afterBuildTicks: scale => roundTicks(scale, distance) } : {}),
  });
  const amounts = (range, ticks) => step(range, ticks, format === bytes ? 1024 : 10);
  charts.set(id, new Chart(byId(id), {
    type,
    data: { labels, datasets: values },
    options: {
      animation: false, maintainAspectRatio: false, parsing: type === "line" ? false : undefined, layout: { padding: { right: 16 } },
      scales: { x: type === "line" ? { type: "linear", ...axis({ maxTicksLimit: 6, callback: at => time(at) }, timeStep) } : axis({ maxTicksLimit: 5 }), y: axis({ callback: format }, amounts) },
      plugins: {
        legend: { display: values.length > 1, labels: { color: ink, usePointStyle: type === "line", pointStyle: "line" } },
        tooltip: { callbacks: { label: item => `${item.dataset.label}: ${format(item.parsed.y)}`, ...(type === "line" ? { title: items => time(items[0].parsed.x) } : {}) } },
      },
    },
  }));
}

/** A colour of the page's style. Charts ask for it whenever they are drawn, since it differs in the dark. */
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

function line(label, points, part, dashed) {
  return {
    label, data: points, borderColor: colour(part), backgroundColor: colour(part),
    pointRadius: 0, borderWidth: 2, stepped: dashed, borderDash: dashed ? [6, 3] : [],
  };
}

/** What attempts of a kind handled in each second, spread evenly over the time of each attempt. */
function rate(kind, column) {
  const width = Math.max(1, data.job.elapsedMicros / BINS);
  const bins = new Array(BINS).fill(0);
  const rows = data.attempts.filter(row => row[1] === kind && row[column] > 0 && row[4] > row[3]);
  for (const row of rows) {
    for (let bin = Math.max(0, Math.floor(row[3] / width)); bin < BINS && bin * width < row[4]; bin++) {
      const overlap = Math.min(row[4], (bin + 1) * width) - Math.max(row[3], bin * width);
      bins[bin] += row[column] * overlap / (row[4] - row[3]) / (width / 1e6);
    }
  }
  return rows.length === 0 ? [] : bins.map((y, bin) => ({ x: (bin + 0.5) * width, y }));
}

function throughput() {
  const lines = column => [line("map output", rate("MAP", column), "MAP_COMPUTE", false), line("reduce input", rate("REDUCE", column), "REDUCE", false)];
  chart("record-rate", "line", undefined, lines(6), each => count(Math.round(each)));
  chart("byte-rate", "line", undefined, lines(7), bytes);
}

function memory() {
  const points = column => data.memory.map(row => ({ x: row[0], y: row[column] }));
  chart("memory", "line", undefined, [line("held", points(1), "MAP_COMPUTE", false), line("spilled so far", points(2), "REDUCE", true)], bytes);
  const peak = data.memory.reduce((most, row) => Math.max(most, row[1]), 0);
  byId("memory-text").textContent = `Peak: ${bytes(peak)} of ${bytes(data.memoryMax)}, sampled ten times a second.`;
}
