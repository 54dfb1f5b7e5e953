package io.millrace.bench.decoders;

import io.millrace.bench.job.BenchException;

/** A way to decode the table UserVisits. */
public interface Decoder {

    /** How it is called in results. */
    String title();

    /** Decodes sourceIP and adRevenue of all lines. Returns a digest of the values. */
    long two(byte[] text) throws BenchException;

    /** Decodes all nine columns of all lines. Returns a digest of the values. */
    long nine(byte[] text) throws BenchException;
}
