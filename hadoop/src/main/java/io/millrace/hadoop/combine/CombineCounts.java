package io.millrace.hadoop.combine;

import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.TaskCounter;

/**
 * An attempt's {@code COMBINE_*} counters. Combiner instances count separately and add their counts
 * here at intervals, because Hadoop's framework counters lose increments from several threads.
 * Thread-safe.
 */
final class CombineCounts {

    private final Counters.Counter input;
    private final Counters.Counter output;

    CombineCounts(Reporter reporter) {
        input = reporter.getCounter(TaskCounter.COMBINE_INPUT_RECORDS);
        output = reporter.getCounter(TaskCounter.COMBINE_OUTPUT_RECORDS);
    }

    synchronized void add(long inputRecords, long outputRecords) {
        input.increment(inputRecords);
        output.increment(outputRecords);
    }
}
