package io.millrace.ui.live;

import io.millrace.ui.report.JobRow;
import java.io.IOException;

/** A job on the page. Thread-safe. */
interface ShownJob {

    boolean ended();

    JobRow row();

    /** What its report says now. */
    String report() throws IOException;

    /** Memory that is held for it, beside what the job itself needs. */
    long bytes();
}
