package io.millrace.hadoop.combine;

import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.TaskCounter;

/**
 * An attempt's {@code COMBINE_*} counters, or those of a partial reducer. Combiner instances count
 * for themselves and add their counts here now and then, since Hadoop's framework counters lose
 * increments from several threads. Thread-safe.
 */
final class CombineCounts {

    private final Counters.Counter input;
    private final Counters.Counter output;

    CombineCounts(Reporter reporter) {
        this(
                reporter.getCounter(TaskCounter.COMBINE_INPUT_RECORDS),
                reporter.getCounter(TaskCounter.COMBINE_OUTPUT_RECORDS));
    }

    private CombineCounts(Counters.Counter input, Counters.Counter output) {
        this.input = input;
        this.output = output;
    }

    /** Counts of a partial reducer, which Hadoop has no counters for. */
    static CombineCounts ofPartialReduce(Reporter reporter) {
        String group = "Millrace Partial Reduce";
        return new CombineCounts(
                reporter.getCounter(group, "Input records"),
                reporter.getCounter(group, "Output records"));
    }

    synchronized void add(long inputRecords, long outputRecords) {
        input.increment(inputRecords);
        output.increment(outputRecords);
    }
}
