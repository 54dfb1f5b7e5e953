package io.millrace.bench.decoders;

import java.io.IOException;

/**
 * A way to decode the table UserVisits.
 *
 * @param <I> the form of the table
 */
interface Decoder<I> {

    /** How it is called in results. */
    String title();

    /** Decodes sourceIP and adRevenue of all records. Returns a digest of the values. */
    long two(I table) throws IOException;

    /** Decodes all nine columns of all records. Returns a digest of the values. */
    long nine(I table) throws IOException;
}
