package io.millrace.ui.job;

import java.io.IOException;
import org.apache.hadoop.mapreduce.lib.map.TokenCounterMapper;

/** Fails in the first attempt at each task. */
public final class FailsOnce extends TokenCounterMapper {

    public static final String MESSAGE = "the first attempt fails <img src=x onerror=alert(1)>";

    @Override
    protected void setup(Context context) throws IOException {
        if (context.getTaskAttemptID().getId() == 0) {
            throw new IOException(MESSAGE);
        }
    }
}
