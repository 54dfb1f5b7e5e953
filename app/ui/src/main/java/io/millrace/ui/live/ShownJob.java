package io.millrace.ui.live;

import io.millrace.ui.report.JobRow;
import java.io.IOException;

/** A job on the page. Thread-safe. */
interface ShownJob {

    boolean ended();

    JobRow row();

    /** The report as of now, in JSON. */
    String report() throws IOException;

    /** Memory that the page holds for the job. */
    long bytes();
}
