package io.millrace.ui.report;

import io.millrace.hadoop.watch.JobPlan;
import io.millrace.hadoop.watch.PlannedJob;
import io.millrace.hadoop.watch.WatchedJob;
import java.io.IOException;

/** Reports for callers that keep or show them outside a directory of reports. */
public final class Report {

    private Report() {}

    /** The report of a job for programs, in JSON. */
    public static String json(WatchedJob job) throws IOException {
        return new ReportJson(job).text();
    }

    /** The page that shows such a report. */
    public static String page(String json) throws IOException {
        return Page.report(json);
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
            PlanJson.write(json, plan.choices(), plan.splits(), ChosenValue.in(job.conf()));
        });
    }
}
