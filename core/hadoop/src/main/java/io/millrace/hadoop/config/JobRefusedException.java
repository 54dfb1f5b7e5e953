package io.millrace.hadoop.config;

import io.millrace.engine.config.BadSettingException;
import java.io.IOException;
import java.util.Arrays;
import java.util.regex.Pattern;

/**
 * Rejects a job at submission because of a setting. Hadoop's clients expect an {@code IOException}
 * whose message names the problem. Its stack has only frames of the program: many programs print
 * the stack, and frames of Hadoop and Millrace would hide the message.
 */
public final class JobRefusedException extends IOException {

    private static final long serialVersionUID = 1;

    private static final Pattern FRAMEWORK =
            Pattern.compile("(?:java|javax|jdk|org\\.apache\\.hadoop|io\\.millrace)\\..*");

    public JobRefusedException(BadSettingException why) {
        super(why.getMessage(), why.getCause());
        setStackTrace(
                Arrays.stream(getStackTrace())
                        .filter(frame -> !FRAMEWORK.matcher(frame.getClassName()).matches())
                        .toArray(StackTraceElement[]::new));
    }
}
