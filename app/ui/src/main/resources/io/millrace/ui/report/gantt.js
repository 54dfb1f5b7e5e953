"use strict";
// The timeline: a row for each thread, a bar for each attempt, and in it the pieces of its phases.

const PART = {
  READ: "MAP_IO", MAP: "MAP_COMPUTE", COLLECT: "MAP_COMPUTE", SORT: "SORT", COMBINE: "SORT", SPILL: "MAP_IO",
  PARTIAL_SORT: "PARTIAL_SORT", PARTIAL_REDUCE: "PARTIAL_REDUCE",
  WAIT: "SHUFFLE_WAIT", SEND: "SHUFFLE_WAIT", SHUFFLE_WAIT: "SHUFFLE_WAIT",
  MERGE: "MERGE", REDUCE: "REDUCE", WRITE: "OUTPUT", COMMIT: "OUTPUT",
};

/** The label of a thread, which no attempt has: "map slot 1" for millrace-map-1. */
function slotName(thread) {
  return thread.replace(/^millrace-/, "").replace(/^(map|reduce)-(\d+)/, "$1 slot $2").replace(/^worker-(\d+)\/slot-(\d+)/, "worker $1 slot $2").replace(/sort-(\d+)/, "sort thread $1").replace("/", ", ");
}

/** Rows of bars from the report: spans go into the attempt that their thread ran, or stand alone on threads that sort. */
function ganttRows(report) {
  const rows = report.threads.map(name => ({ name, label: slotName(name), bars: [], spans: [] }));
  for (const [who, kind, thread, start, end, outcome, records, size] of report.attempts) {
    rows[thread].bars.push({ who, kind, start, end, outcome, records, size, spans: [], thread: rows[thread].label });
  }
  for (const [phase, who, thread, start, end, took, records, size] of report.spans) {
    rows[thread].spans.push({ phase, who, start, end, took, records, size });
  }
  rows.forEach(row => fillBars(row));
  return rows.sort((a, b) => a.label.localeCompare(b.label, "en", { numeric: true }));
}

function fillBars(row) {
  const attempts = row.bars.sort((a, b) => a.start - b.start);
  row.bars = [...attempts];
  let next = 0;
  for (const span of row.spans.sort((a, b) => a.start - b.start)) {
    while (next < attempts.length && attempts[next].end < span.start) next++;
    const bar = attempts[next];
    if (bar && bar.start <= span.start) {
      bar.spans.push(span);
    } else {
      row.bars.push({ who: span.who, kind: span.phase, start: span.start, end: span.end, outcome: "", records: span.records, size: span.size, spans: [span], thread: row.label });
    }
  }
  row.bars.sort((a, b) => a.start - b.start);
}

/** The lines of a bar's tooltip. */
function ganttText(bar) {
  const head = bar.outcome && bar.outcome !== "SUCCEEDED" ? `${bar.who} ${bar.outcome}` : bar.who;
  const lines = [`${head} on ${bar.thread}`, `${time(bar.end - bar.start)}, from ${time(bar.start)}`];
  if (bar.records > 0) lines.push(`${count(bar.records)} records, ${bytes(bar.size)}`);
  const sums = new Map();
  bar.spans.forEach(span => sums.set(span.phase, (sums.get(span.phase) || 0) + span.took));
  sums.forEach((took, phase) => lines.push(`${phase.toLowerCase().replace("_", " ")} ${time(took)}`));
  return lines.join("\n");
}

class Gantt {
  static ROW = 24;
  static AXIS = 22;

  constructor(canvas, job, rows, whole, selectedBar) {
    Object.assign(this, { canvas, selectedBar, asked: false });
    this.begin(job, rows, Math.max(1, whole));
    new ResizeObserver(() => this.redraw()).observe(canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.redraw());
    this.listen();
  }

  begin(job, rows, whole) {
    Object.assign(this, { job, rows, whole, selected: null, from: 0, to: whole });
    this.size();
  }

  size() {
    const height = Gantt.AXIS + Gantt.ROW * this.rows.length + 4 + "px";
    if (this.canvas.style.height !== height) this.canvas.style.height = height;
  }

  /** Shows other rows: of the same job, as it went on, in the same place and with the same attempt selected. */
  replace(job, rows, whole) {
    if (job !== this.job) {
      this.begin(job, rows, Math.max(1, whole));
      this.selectedBar(null);
    } else {
      if (this.to - this.from === this.whole) this.to = whole;
      const old = this.selected;
      Object.assign(this, { rows, whole });
      this.size();
      this.selected = old && rows.flatMap(row => row.bars).find(bar => bar.who === old.who && bar.thread === old.thread && bar.kind === old.kind
        && (bar.start === old.start || bar.outcome !== "")) || null;
      if (old && (!this.selected || this.selected.outcome !== old.outcome)) this.selectedBar(this.selected);
    }
    this.redraw();
  }

  /** Width of the rows' labels. */
  get label() { return this.canvas.clientWidth < 600 ? 88 : 150; }
  get plot() { return Math.max(1, this.canvas.clientWidth - this.label); }
  x(micros) { return this.label + (micros - this.from) / (this.to - this.from) * this.plot; }
  at(x) { return this.from + (x - this.label) / this.plot * (this.to - this.from); }

  redraw() {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => { this.asked = false; this.draw(); });
  }

  draw() {
    const { canvas, rows } = this;
    const scale = devicePixelRatio || 1;
    canvas.width = canvas.clientWidth * scale;
    canvas.height = canvas.clientHeight * scale;
    const pen = canvas.getContext("2d");
    const style = getComputedStyle(document.documentElement);
    const colours = new Map(); // asking the style for each bar would take longer than drawing it
    this.colour = name => {
      if (!colours.has(name)) colours.set(name, style.getPropertyValue("--" + name).trim());
      return colours.get(name);
    };
    pen.scale(scale, scale);
    pen.font = "12px system-ui, sans-serif";
    pen.textBaseline = "middle";
    this.drawAxis(pen);
    rows.forEach((row, i) => this.drawRow(pen, row, Gantt.AXIS + i * Gantt.ROW));
  }

  drawAxis(pen) {
    const step = Gantt.step((this.to - this.from) / (this.plot / 90));
    pen.strokeStyle = this.colour("line");
    pen.fillStyle = this.colour("soft");
    for (let tick = Math.ceil(this.from / step) * step; tick <= this.to; tick += step) {
      const x = this.x(tick);
      pen.beginPath();
      pen.moveTo(x, Gantt.AXIS - 4);
      pen.lineTo(x, this.canvas.clientHeight);
      pen.stroke();
      const text = step >= 1e6 ? tick / 1e6 + " s" : step >= 1000 ? tick / 1000 + " ms" : tick + " µs";
      const width = pen.measureText(text).width;
      pen.fillText(text, Math.min(x + 2, this.canvas.clientWidth - width - 2), Gantt.AXIS / 2);
    }
  }

  /** 1, 2 or 5 times a power of ten, and not less. */
  static step(least) {
    const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
    return [1, 2, 5, 10].map(n => n * power).find(step => step >= least);
  }

  drawRow(pen, row, y) {
    pen.fillStyle = this.colour("ink");
    pen.fillText(row.label, 6, y + Gantt.ROW / 2, this.label - 10);
    pen.save();
    pen.beginPath();
    pen.rect(this.label, y, this.plot, Gantt.ROW);
    pen.clip();
    for (const bar of row.bars) {
      if (bar.start > this.to) break;
      if (bar.end >= this.from) this.drawBar(pen, bar, y + 2, Gantt.ROW - 4);
    }
    pen.restore();
  }

  drawBar(pen, bar, y, height) {
    const left = this.x(bar.start);
    const width = Math.max(1, this.x(bar.end) - left);
    pen.fillStyle = this.colour(width < 3 ? Gantt.mainPart(bar) : "OVERHEAD");
    pen.fillRect(left, y, width, height);
    if (width >= 3) this.drawSpans(pen, bar, y, height);
    if (bar.outcome === "FAILED" || bar.outcome === "KILLED") {
      pen.strokeStyle = this.colour("bad");
      pen.setLineDash(bar.outcome === "KILLED" ? [3, 3] : []);
      pen.lineWidth = 2;
      pen.strokeRect(left, y, width, height);
      pen.setLineDash([]);
      pen.lineWidth = 1;
    }
    if (bar === this.selected) {
      pen.strokeStyle = this.colour("ink");
      pen.lineWidth = 3;
      pen.strokeRect(left, y, width, height);
      pen.lineWidth = 1;
    }
    this.drawLabel(pen, bar, left, left + width, y, height);
  }

  drawSpans(pen, bar, y, height) {
    bar.spans.forEach(span => this.fill(pen, span.phase, span.start, span.start + span.took, y, height));
  }

  fill(pen, phase, start, end, y, height) {
    pen.fillStyle = this.colour(PART[phase]);
    pen.fillRect(this.x(start), y, Math.max(0.5, this.x(end) - this.x(start)), height);
  }

  /** Names a bar if the name fits into what is visible of the bar. */
  drawLabel(pen, bar, left, right, y, height) {
    const x = Math.max(left, this.label) + 4;
    if (Math.min(right, this.canvas.clientWidth) - x < 20) return;
    const width = pen.measureText(bar.who).width;
    if (x + width + 2 > Math.min(right, this.canvas.clientWidth)) return;
    pen.fillStyle = "#fffd";
    pen.fillRect(x - 2, y + 3, width + 4, height - 6);
    pen.fillStyle = "#000";
    pen.fillText(bar.who, x, y + height / 2);
  }

  static mainPart(bar) {
    let best = null;
    bar.spans.forEach(span => { if (!best || span.took > best.took) best = span; });
    return best ? PART[best.phase] : "OVERHEAD";
  }

  barAt(x, y) {
    const row = this.rows[Math.floor((y - Gantt.AXIS) / Gantt.ROW)];
    if (!row || x < this.label) return null;
    const moment = this.at(x);
    const slack = (this.to - this.from) / this.plot;
    let best = null;
    for (const bar of row.bars) {
      if (bar.start > moment + slack) break;
      if (bar.end >= moment - slack) best = bar;
    }
    return best;
  }

  zoom(factor, around = (this.from + this.to) / 2) {
    const span = Math.min(this.whole, Math.max(10, (this.to - this.from) * factor));
    const share = (around - this.from) / (this.to - this.from);
    this.show(around - share * span, span);
  }

  show(from, span) {
    this.from = Math.max(0, Math.min(this.whole - span, from));
    this.to = this.from + span;
    this.redraw();
  }

  select(bar) {
    this.selected = bar;
    if (bar && (bar.end < this.from || bar.start > this.to)) this.show(bar.start - (this.to - this.from) / 2, this.to - this.from);
    this.selectedBar(bar);
    this.redraw();
  }

  /** The bar some steps away in its row, or nearest in time some rows away. */
  step(steps, rowSteps) {
    const index = this.rows.findIndex(row => row.bars.includes(this.selected));
    if (index < 0) return this.rows.flatMap(row => row.bars)[0] || null;
    if (steps) {
      const bars = this.rows[index].bars;
      return bars[bars.indexOf(this.selected) + steps] || this.selected;
    }
    const row = this.rows[index + rowSteps];
    const distance = bar => Math.abs(bar.start - this.selected.start);
    return row && row.bars.length ? row.bars.reduce((a, b) => distance(b) < distance(a) ? b : a) : this.selected;
  }

  listen() {
    const { canvas } = this;
    const keys = {
      ArrowRight: () => this.select(this.step(1, 0)), ArrowLeft: () => this.select(this.step(-1, 0)),
      ArrowDown: () => this.select(this.step(0, 1)), ArrowUp: () => this.select(this.step(0, -1)),
      "+": () => this.zoom(0.5, this.middle()), "=": () => this.zoom(0.5, this.middle()),
      "-": () => this.zoom(2, this.middle()), "0": () => this.show(0, this.whole),
    };
    canvas.addEventListener("keydown", event => {
      if (!keys[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      keys[event.key]();
    });
    canvas.addEventListener("wheel", event => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.zoom(event.deltaY < 0 ? 0.8 : 1.25, this.at(event.offsetX));
    }, { passive: false });
    let drag = null;
    canvas.addEventListener("pointerdown", event => {
      drag = { x: event.offsetX, from: this.from };
      canvas.setPointerCapture(event.pointerId);
      this.select(this.barAt(event.offsetX, event.offsetY));
    });
    canvas.addEventListener("pointerup", () => { drag = null; });
    canvas.addEventListener("pointermove", event => {
      if (drag && event.buttons) {
        const span = this.to - this.from;
        this.show(drag.from - (event.offsetX - drag.x) / this.plot * span, span);
      }
      this.hover(event);
    });
    canvas.addEventListener("pointerleave", () => this.hover(null));
    canvas.addEventListener("dblclick", event => this.zoom(0.25, this.at(event.offsetX)));
  }

  middle() {
    return this.selected ? (this.selected.start + this.selected.end) / 2 : undefined;
  }

  hover(event) {
    const tip = byId("tip");
    const bar = event && this.barAt(event.offsetX, event.offsetY);
    tip.hidden = !bar;
    if (!bar) return;
    tip.textContent = ganttText(bar);
    tip.style.left = Math.min(event.clientX + 14, innerWidth - tip.offsetWidth - 8) + "px";
    tip.style.top = Math.min(event.clientY + 14, innerHeight - tip.offsetHeight - 8) + "px";
  }
}
