"use strict";
// Tables of jobs.

/** A table of jobs; "more" has the further cells of a row by the title of their column, and "first" those that a narrow screen must not cut off. */
function jobTable(jobs, link, more, first = {}) {
  return table("Jobs", [...Object.keys(first), "job", "name", "state", "#time", "#map tasks", "#reduce tasks", ...Object.keys(more)],
    jobs.map(job => [
      ...Object.values(first).map(cell => cell(job)),
      element("a", { href: link(job) }, job.id), job.name, element("span", { className: "word" }, job.state),
      time(job.elapsedMicros), count(job.maps), count(job.reduces), ...Object.values(more).map(cell => cell(job))]));
}

/** A cell with the time of a job as a bar, on one axis for all. */
function timeBar(jobs) {
  const start = Math.min(...jobs.map(job => job.startMillis));
  const end = Math.max(...jobs.map(job => job.startMillis + job.elapsedMicros / 1000));
  const whole = Math.max(1, end - start);
  return job => {
    const bar = element("span", { className: job.state === "SUCCEEDED" || job.state === "RUNNING" ? "" : "lost" });
    bar.style.left = 100 * (job.startMillis - start) / whole + "%";
    bar.style.width = 100 * job.elapsedMicros / 1000 / whole + "%";
    return element("div", { className: "when" }, bar);
  };
}

function showJobs(all) {
  data = all;
  byId("subtitle").textContent = `${count(data.jobs.length)} jobs, newest first`;
  put("jobs", jobTable(data.jobs, job => job.id + "/report.html", { started: job => new Date(job.startMillis).toLocaleString() }));
}
