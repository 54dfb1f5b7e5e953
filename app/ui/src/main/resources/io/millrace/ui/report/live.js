"use strict";
// Polls the process for its view and shows it. Kills a job on request.

const live = {
  token: new URLSearchParams(location.search).get("token"),
  page: Math.random().toString(36).slice(2),
  seen: 0, drawn: 0, failures: 0, asked: new Set(), asking: new AbortController(),
};
const PAUSE = 200;
const FAILURES = 3;

async function ask(path, method) {
  return fetch(path, {
    method, headers: { Authorization: "Bearer " + live.token }, cache: "no-store",
    signal: method === "GET" ? live.asking.signal : undefined,
  });
}

async function nextView() {
  const had = data && data.job.state !== "RUNNING" ? data.job.id : "";
  const query = new URLSearchParams({ page: live.page, job: fragment().job, seen: live.seen, had, drawn: Math.round(live.drawn) });
  const answer = await ask("view.json?" + query, "GET");
  // Another process may listen on the port now.
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
    : `${running === 0 ? "No running job" : count(running) + " running"}, ` +
      `${count(view.jobs.length + view.forgotten - running)} finished.` +
      (view.forgotten ? ` The page no longer shows the ${count(view.forgotten)} oldest.` : ""));
  say("process", `Jobs of process ${view.process}`);
  if (view.jobs.length) put("jobs", jobTable(view.jobs, job => "#" + encodeURIComponent(job.id), { done: progress, when: timeBar(view.jobs) }, { kill: killButton }));
  if (view.report) {
    byId("job").hidden = false;
    show(view.report);
  }
  if (data) document.title = `${data.job.state === "RUNNING" ? "" : data.job.state + ": "}${data.job.name || data.job.id} - Millrace`;
  live.drawn = performance.now() - start;
}

/** Changes a text only if it differs, since screen readers read each change. */
function say(id, text) {
  if (byId(id).textContent !== text) byId(id).textContent = text;
}

function progress(job) {
  if (job.state !== "RUNNING") return "";
  return job.reduces === 0 ? percent(job.mapProgress) : `map ${percent(job.mapProgress)}, reduce ${percent(job.reduceProgress)}`;
}

function killButton(job) {
  if (job.state !== "RUNNING") return "";
  const button = element("button", { type: "button", disabled: live.asked.has(job.id) }, live.asked.has(job.id) ? "Being killed" : "Kill");
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
    say("told", `${id} could not be killed because the process does not answer.`);
  }
}

/** Counts a request that was not answered; one that the page itself ended is none. */
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
  say("standing", "The process has ended. This is its last view.");
  document.querySelectorAll("#jobs button").forEach(button => { button.disabled = true; });
}

byId("jobs").addEventListener("click", event => {
  const button = event.target.closest("button[data-job]");
  if (!button) return;
  byId("question").dataset.job = button.dataset.job;
  byId("question-text").textContent = `Kill ${button.dataset.job}? The work of its tasks will be lost.`;
  byId("question").showModal();
});
byId("spare").addEventListener("click", () => byId("question").close());
byId("kill").addEventListener("click", () => {
  byId("question").close();
  kill(byId("question").dataset.job);
});
let shownJob = fragment().job;
addEventListener("hashchange", () => {
  if (fragment().job === shownJob) return;
  shownJob = fragment().job;
  live.seen = 0;
  live.asking.abort();
  live.asking = new AbortController();
});
run();
