package io.millrace.records.index;

import io.millrace.records.config.JobPredicate;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.LineRecordReader;

/**
 * Settings with which a job leaves out records of its input. An index must have them all: its
 * readers, and the check of the index, take it for the whole input.
 */
final class PartialInput {

    /** Keys, and the value with which each leaves nothing out. */
    private static final List<Map.Entry<String, String>> ALL =
            List.of(
                    Map.entry(JobPredicate.WHERE, ""),
                    Map.entry(FileInputFormat.PATHFILTER_CLASS, ""),
                    Map.entry(LineRecordReader.MAX_LINE_LENGTH, String.valueOf(Integer.MAX_VALUE)),
                    Map.entry(MRJobConfig.MAP_FAILURES_MAX_PERCENT, "0"),
                    Map.entry(MRJobConfig.REDUCE_FAILURES_MAXPERCENT, "0"));

    private PartialInput() {}

    /**
     * Refuses such settings.
     *
     * @throws IOException naming the first of them
     */
    static void refuse(Configuration conf) throws IOException {
        for (Map.Entry<String, String> each : ALL) {
            String set = conf.getRaw(each.getKey());
            if (set != null && !set.isBlank() && !set.strip().equals(each.getValue())) {
                throw new IOException(
                        "An index has all records of its input, but %s is '%s', which leaves some out. Remove this setting. Jobs that read the index can have it."
                                .formatted(each.getKey(), set));
            }
        }
    }
}
