package io.millrace.hadoop.counters;

import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.StatusReporter;

/** A reporter that user code of both APIs can be given. User code may call it from any thread. */
public abstract class DualReporter extends StatusReporter implements Reporter {

    @Override
    public abstract Counters.Counter getCounter(Enum<?> name);

    @Override
    public abstract Counters.Counter getCounter(String group, String name);
}
