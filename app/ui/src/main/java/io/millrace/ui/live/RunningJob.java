package io.millrace.ui.live;

import io.millrace.hadoop.watch.WatchedJob;
import io.millrace.ui.report.JobRow;
import io.millrace.ui.report.ReportJson;
import java.io.IOException;

/** A job that runs. */
final class RunningJob implements ShownJob {

    private final WatchedJob job;
    private final ReportJson report;

    RunningJob(WatchedJob job) {
        this.job = job;
        this.report = new ReportJson(job);
    }

    @Override
    public boolean ended() {
        return false;
    }

    @Override
    public JobRow row() {
        return JobRow.of(job);
    }

    @Override
    public String report() throws IOException {
        return report.text();
    }

    @Override
    public long bytes() {
        return 0;
    }
}
