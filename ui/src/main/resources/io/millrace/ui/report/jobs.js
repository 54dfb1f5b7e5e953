"use strict";
// The jobs of a process as rows, on one axis of time.

{
  const start = Math.min(...data.jobs.map(job => job.startMillis));
  const end = Math.max(...data.jobs.map(job => job.startMillis + job.elapsedMicros / 1000));
  const whole = Math.max(1, end - start);
  const when = job => {
    const bar = element("span", { className: job.state === "SUCCEEDED" ? "" : "lost" });
    bar.style.left = 100 * (job.startMillis - start) / whole + "%";
    bar.style.width = 100 * job.elapsedMicros / 1000 / whole + "%";
    return element("div", { className: "when" }, bar);
  };
  byId("subtitle").textContent = `${data.jobs.length} jobs in ${time(whole * 1000)}`;
  byId("jobs").append(table("Jobs", ["job", "name", "state", "#time", "#map tasks", "#reduce tasks", "when"],
    data.jobs.map(job => [
      element("a", { href: job.id + "/report.html" }, job.id), job.name, job.state,
      time(job.elapsedMicros), count(job.maps), count(job.reduces), when(job)])));
}
