package io.millrace.cluster.gang;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;

/**
 * A failed attempt of the job that a gang runs.
 *
 * @param event the end of the attempt
 * @param diagnostics why it failed
 */
record FailedAttempt(TaskCompletionEvent event, List<String> diagnostics) {

    void write(DataOutput out) throws IOException {
        event.write(out);
        WritableUtils.writeStringArray(out, diagnostics.toArray(String[]::new));
    }

    static FailedAttempt read(DataInput in) throws IOException {
        TaskCompletionEvent event = new TaskCompletionEvent();
        event.readFields(in);
        return new FailedAttempt(event, List.of(WritableUtils.readStringArray(in)));
    }
}
