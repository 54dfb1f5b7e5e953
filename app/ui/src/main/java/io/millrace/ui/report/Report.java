package io.millrace.ui.report;

import io.millrace.hadoop.watch.JobPlan;
import io.millrace.hadoop.watch.PlannedJob;
import io.millrace.hadoop.watch.WatchedJob;
import io.millrace.ui.history.HistoryDirectory;
import java.io.IOException;
import java.util.Map;

/** Reports for callers that keep or show them outside a directory of reports. */
public final class Report {

    private Report() {}

    /** The report of a job for programs, in JSON. */
    public static String json(WatchedJob job) throws IOException {
        return new ReportJson(job).text();
    }

    /** The page of a past job, with the previous run of the same job if there was one. */
    public static String page(HistoryDirectory history, String id) throws IOException {
        String report = history.report(id);
        return Page.report(
                Json.text(json -> {
                    Json.copyFields(report, field -> true, json);
                    ReportJson.writePrevious(PreviousRun.of(history, id), json);
                }));
    }

    /** The report of a planned job, in JSON: its id and name, plan, splits and configuration. */
    public static String json(PlannedJob job, JobPlan plan) throws IOException {
        return Json.text(json -> {
            json.writeNumberField("format", ReportJson.FORMAT);
            json.writeObjectFieldStart("job");
            json.writeStringField("id", job.id().toString());
            json.writeStringField("name", job.conf().get("mapreduce.job.name", ""));
            json.writeStringField("state", "PLANNED");
            json.writeStringField("advice", plan.advice());
            json.writeEndObject();
            PlanJson.write(
                    json, plan.choices(), Map.of(), plan.splits(), ChosenValue.in(job.conf()));
        });
    }
}
