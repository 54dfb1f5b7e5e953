package io.millrace.hadoop.job;

import java.io.IOException;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.JobPriority;
import org.apache.hadoop.mapreduce.MRJobConfig;

/**
 * A job's priority: the number that orders jobs, and the name that clients see. As on YARN, a job
 * without one has 0, and the names stand for 1 to 5.
 */
public record Priority(JobPriority name, int number) {

    private static final JobPriority[] BY_NUMBER = {
        JobPriority.DEFAULT,
        JobPriority.VERY_LOW,
        JobPriority.LOW,
        JobPriority.NORMAL,
        JobPriority.HIGH,
        JobPriority.VERY_HIGH
    };

    /** The priority that a job was submitted with. */
    static Priority of(Configuration conf) throws IOException {
        return parse(conf.get(MRJobConfig.PRIORITY, JobPriority.DEFAULT.name()));
    }

    /** Reads a priority as clients send it: by name, or by a number. */
    public static Priority parse(String text) throws IOException {
        String trimmed = text.trim();
        for (int number = 0; number < BY_NUMBER.length; number++) {
            if (BY_NUMBER[number].name().equals(trimmed)) {
                return new Priority(BY_NUMBER[number], number);
            }
        }
        try {
            int number = Integer.parseInt(trimmed);
            boolean named = number >= 0 && number < BY_NUMBER.length;
            return new Priority(named ? BY_NUMBER[number] : JobPriority.UNDEFINED_PRIORITY, number);
        } catch (NumberFormatException e) {
            throw new IOException(
                    "job priority ("
                            + MRJobConfig.PRIORITY
                            + ") is "
                            + text
                            + "; allowed: a number, or one of "
                            + Arrays.stream(BY_NUMBER)
                                    .map(JobPriority::name)
                                    .collect(Collectors.joining(", ")),
                    e);
        }
    }
}
