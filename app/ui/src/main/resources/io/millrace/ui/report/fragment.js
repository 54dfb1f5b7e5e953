"use strict";
// The part of the address behind "#": the job that a live page shows, then what is selected, as in "job_1_0001&task=map-0.0&sort=-duration".

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

function fragment() {
  const parts = location.hash.slice(1).split("&").filter(part => part !== "");
  const job = parts.length > 0 && !parts[0].includes("=") ? decoded(parts.shift()) : "";
  const values = new Map(parts.map(part => {
    const [name, ...value] = part.split("=");
    return [name, decoded(value.join("="))];
  }));
  return { job, values };
}

/** The selected value of that name; empty if there is none. */
function selection(name) {
  return fragment().values.get(name) || "";
}

/** The fragment with these values in place of its own. Empty values are left out. */
function linkTo(changes) {
  const { job, values } = fragment();
  Object.entries(changes).forEach(([name, value]) => values.set(name, value));
  const parts = [...values].filter(([, value]) => value !== "").map(([name, value]) => name + "=" + encodeURIComponent(value));
  return "#" + [...(job ? [encodeURIComponent(job)] : []), ...parts].join("&");
}

/** Changes the address so that a copy of it shows the same selection. */
function remember(changes) {
  history.replaceState(null, "", linkTo(changes));
}

function goToSection() {
  const section = selection("section");
  if (section && byId(section)) byId(section).scrollIntoView();
}

document.querySelectorAll("nav a").forEach(link => link.addEventListener("click", event => {
  event.preventDefault();
  remember({ section: link.hash.replace("#section=", "") });
  goToSection();
}));
