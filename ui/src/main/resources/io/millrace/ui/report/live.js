"use strict";
// Asks the process for its view, again and again, and shows it; kills a job when told to.

const live = {
  token: new URLSearchParams(location.search).get("token"),
  page: Math.random().toString(36).slice(2),
  seen: 0, drawn: 0, failures: 0, asked: new Set(), asking: new AbortController(),
};
const PAUSE = 200;
const FAILURES = 3;

/** The job in the address behind "#"; none lets the process choose the newest. */
function wanted() {
  return decodeURIComponent(location.hash.slice(1));
}

async function ask(path, method) {
  return fetch(path, {
    method, headers: { Authorization: "Bearer " + live.token }, cache: "no-store",
    signal: method === "GET" ? live.asking.signal : undefined,
  });
}

async function nextView() {
  const had = data && data.job.state !== "RUNNING" ? data.job.id : "";
  const query = new URLSearchParams({ page: live.page, job: wanted(), seen: live.seen, had, drawn: Math.round(live.drawn) });
  const answer = await ask("view.json?" + query, "GET");
  // Another process may have taken the port.
  if (!answer.ok) throw Object.assign(new Error(await answer.text()), { name: "Refused" });
  const view = await answer.json();
  live.failures = 0;
  return view;
}

function draw(view) {
  const start = performance.now();
  live.seen = view.changes;
  const running = view.jobs.filter(job => job.state === "RUNNING").length;
  say("standing", view.jobs.length === 0 ? "No job has started yet."
    : `${running === 0 ? "No job runs" : running === 1 ? "1 job runs" : count(running) + " jobs run"}, ` +
      `${count(view.jobs.length + view.forgotten - running)} ended.` +
      (view.forgotten ? ` The ${count(view.forgotten)} that ended first are not kept.` : ""));
  say("process", `Jobs of process ${view.process}`);
  if (view.jobs.length) put("jobs", jobTable(view.jobs, job => "#" + encodeURIComponent(job.id), { done: progress, "end it": killButton }));
  if (view.report) {
    byId("job").hidden = false;
    show(view.report);
  }
  if (data) document.title = `${data.job.state === "RUNNING" ? "" : data.job.state + ": "}${data.job.name || data.job.id} - Millrace`;
  live.drawn = performance.now() - start;
}

/** Text that screen readers tell when it changes, and only then. */
function say(id, text) {
  if (byId(id).textContent !== text) byId(id).textContent = text;
}

function progress(job) {
  if (job.state !== "RUNNING") return "";
  return job.reduces === 0 ? percent(job.mapProgress) : `map ${percent(job.mapProgress)}, reduce ${percent(job.reduceProgress)}`;
}

function killButton(job) {
  if (job.state !== "RUNNING") return "";
  const button = element("button", { type: "button", disabled: live.asked.has(job.id) }, live.asked.has(job.id) ? "is being killed" : "Kill");
  button.dataset.job = job.id;
  if (!button.disabled) button.setAttribute("aria-label", `Kill ${job.name || job.id}`);
  return button;
}

async function kill(id) {
  live.asked.add(id);
  try {
    const answer = await ask("kill?job=" + encodeURIComponent(id), "POST");
    say("told", await answer.text());
    if (!answer.ok) live.asked.delete(id);
  } catch (e) {
    live.asked.delete(id);
    say("told", `${id} could not be killed: the process does not answer.`);
  }
}

/** Nobody answers, or the page has changed its mind. */
function failed(error) {
  if (error.name === "AbortError") return;
  live.failures++;
  if (error.name === "Refused") {
    live.failures = FAILURES;
    say("told", error.message);
  }
}

async function run() {
  while (live.failures < FAILURES) {
    const view = await nextView().catch(failed);
    if (view) draw(view);
    await new Promise(done => setTimeout(done, PAUSE));
  }
  document.documentElement.dataset.over = "true";
  byId("standing").classList.add("over");
  say("standing", "The process has ended. This is what it showed last.");
  document.querySelectorAll("#jobs button").forEach(button => { button.disabled = true; });
}

byId("jobs").addEventListener("click", event => {
  const button = event.target.closest("button[data-job]");
  if (!button) return;
  byId("question").dataset.job = button.dataset.job;
  byId("question-text").textContent = `Kill ${button.dataset.job}? What its tasks have done is lost.`;
  byId("question").showModal();
});
byId("spare").addEventListener("click", () => byId("question").close());
byId("kill").addEventListener("click", () => {
  byId("question").close();
  kill(byId("question").dataset.job);
});
addEventListener("hashchange", () => {
  live.seen = 0;
  live.asking.abort();
  live.asking = new AbortController();
});
run();
