package io.millrace.hadoop.config;

import io.millrace.engine.config.BadSettingException;
import java.io.IOException;

/**
 * Rejects a job at submission because of a setting. Hadoop's clients expect an {@code IOException}
 * whose message names the problem.
 */
public final class JobRefusedException extends IOException {

    private static final long serialVersionUID = 1;

    public JobRefusedException(BadSettingException why) {
        super(why.getMessage(), why);
    }
}
