package io.millrace.hadoop.config;

import io.millrace.engine.config.BadSettingException;
import java.io.IOException;

/**
 * A setting stops a job's submission. Hadoop's clients expect an {@code IOException}, with what is
 * wrong in its message.
 */
public final class JobRefusedException extends IOException {

    private static final long serialVersionUID = 1;

    public JobRefusedException(BadSettingException why) {
        super(why.getMessage(), why);
    }
}
