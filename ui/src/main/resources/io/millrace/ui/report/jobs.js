"use strict";
// The jobs of a process as rows, on one axis of time.

/** A table of jobs; "more" says what else each row has, by the title of its column. */
function jobTable(jobs, link, more) {
  const start = Math.min(...jobs.map(job => job.startMillis));
  const end = Math.max(...jobs.map(job => job.startMillis + job.elapsedMicros / 1000));
  const whole = Math.max(1, end - start);
  const when = job => {
    const bar = element("span", { className: job.state === "SUCCEEDED" || job.state === "RUNNING" ? "" : "lost" });
    bar.style.left = 100 * (job.startMillis - start) / whole + "%";
    bar.style.width = 100 * job.elapsedMicros / 1000 / whole + "%";
    return element("div", { className: "when" }, bar);
  };
  return table("Jobs", ["job", "name", "state", "#time", "#map tasks", "#reduce tasks", "when", ...Object.keys(more)],
    jobs.map(job => [
      element("a", { href: link(job) }, job.id), job.name, element("span", { className: "word" }, job.state),
      time(job.elapsedMicros), count(job.maps), count(job.reduces), when(job), ...Object.values(more).map(cell => cell(job))]));
}

function showJobs(all) {
  data = all;
  const start = Math.min(...data.jobs.map(job => job.startMillis));
  const end = Math.max(...data.jobs.map(job => job.startMillis + job.elapsedMicros / 1000));
  byId("subtitle").textContent = `${data.jobs.length} jobs in ${time((end - start) * 1000)}`;
  put("jobs", jobTable(data.jobs, job => job.id + "/report.html", {}));
}
