"use strict";
// What the pages share. Text of jobs is only ever put into text nodes.

/** What the page shows: a report, or the jobs of a process. */
let data = null;

function byId(id) {
  return document.getElementById(id);
}

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** Makes the children of an element like those of another. What stays keeps its focus, its place and whether it is open. */
function morph(into, from) {
  const have = [...into.childNodes];
  const want = [...from.childNodes];
  want.forEach((child, i) => {
    const old = have[i];
    if (!old) {
      into.append(child);
    } else if (old.nodeName !== child.nodeName) {
      old.replaceWith(child);
    } else if (child.nodeType === Node.TEXT_NODE) {
      if (old.data !== child.data) old.data = child.data;
    } else {
      morphAttributes(old, child);
      morph(old, child);
    }
  });
  have.slice(want.length).forEach(old => old.remove());
}

function morphAttributes(old, made) {
  for (const { name, value } of made.attributes) {
    // As an attribute, the page's policy would not let a style through.
    if (name === "style") old.style.cssText = made.style.cssText;
    else if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  for (const { name } of [...old.attributes]) {
    if (!made.hasAttribute(name) && name !== "open") old.removeAttribute(name);
  }
}

/** Puts these nodes into an element, in place of what was there. */
function put(id, ...nodes) {
  const made = document.createElement("div");
  made.append(...nodes);
  morph(byId(id), made);
}

function time(micros) {
  if (micros === 0) return "0 s";
  if (micros < 1000) return micros.toFixed(0) + " µs";
  if (micros < 1e6) return (micros / 1000).toPrecision(3) + " ms";
  if (micros < 120e6) return (micros / 1e6).toFixed(2) + " s";
  return Math.floor(micros / 60e6) + " min " + ((micros % 60e6) / 1e6).toFixed(0) + " s";
}

function bytes(amount) {
  const units = ["bytes", "KB", "MB", "GB", "TB"];
  let unit = 0;
  while (amount >= 1024 && unit < units.length - 1) {
    amount /= 1024;
    unit++;
  }
  const whole = unit === 0 || amount >= 100 || Number.isInteger(amount);
  return amount.toFixed(whole ? 0 : 1) + " " + units[unit];
}

function count(number) {
  return number.toLocaleString("en-US");
}

function percent(share) {
  return (100 * share).toFixed(1) + " %";
}

/** A table; columns that start with "#" hold numbers. */
function table(label, columns, rows) {
  const number = columns.map(column => column.startsWith("#"));
  const head = columns.map((column, i) =>
    element("th", { scope: "col", className: number[i] ? "number" : "" }, column.replace(/^#/, "")));
  const body = rows.map(row => element("tr", {}, ...row.map((cell, i) =>
    element("td", { className: number[i] ? "number" : "" }, cell))));
  const made = element("table", {},
    element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...body));
  made.setAttribute("aria-label", label);
  const frame = element("div", { className: "scroll", tabIndex: 0 }, made);
  frame.setAttribute("role", "region");
  frame.setAttribute("aria-label", "Table: " + label);
  return frame;
}

addEventListener("beforeprint", () => {
  document.querySelectorAll("details").forEach(details => { details.open = true; });
});
