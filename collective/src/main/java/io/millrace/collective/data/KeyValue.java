package io.millrace.collective.data;

import org.apache.hadoop.io.Writable;

/** One record of loop-variant data. Whoever has it does not change the objects. */
public record KeyValue(Writable key, Writable value) {}
