package io.millrace.hadoop.client;

import java.io.IOException;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.apache.hadoop.mapreduce.JobPriority;

/** Reads job priorities as clients send them: by name, or by the number that stands for it. */
final class Priorities {

    private static final JobPriority[] BY_NUMBER = {
        JobPriority.DEFAULT,
        JobPriority.VERY_LOW,
        JobPriority.LOW,
        JobPriority.NORMAL,
        JobPriority.HIGH,
        JobPriority.VERY_HIGH
    };

    private Priorities() {}

    static JobPriority parse(String text) throws IOException {
        String trimmed = text.trim();
        for (JobPriority priority : JobPriority.values()) {
            if (priority.name().equals(trimmed)) {
                return priority;
            }
        }
        try {
            int number = Integer.parseInt(trimmed);
            return number >= 0 && number < BY_NUMBER.length
                    ? BY_NUMBER[number]
                    : JobPriority.UNDEFINED_PRIORITY;
        } catch (NumberFormatException e) {
            throw new IOException(
                    "job priority is "
                            + text
                            + "; allowed: a number, or one of "
                            + Arrays.stream(BY_NUMBER)
                                    .map(JobPriority::name)
                                    .collect(Collectors.joining(", ")));
        }
    }
}
