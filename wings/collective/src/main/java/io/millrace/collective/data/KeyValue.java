package io.millrace.collective.data;

import org.apache.hadoop.io.Writable;

/** One record of loop-variant data. Its objects must not be changed. */
public record KeyValue(Writable key, Writable value) {}
