package io.millrace.hadoop.watch;

import java.util.stream.LongStream;

/**
 * How large a job's input splits are, in bytes as the client saw them.
 *
 * @param count number of map tasks
 * @param bytes of all of them
 * @param smallest of one; 0 if there is none, as for the next two
 */
public record InputSplits(int count, long bytes, long smallest, long median, long largest) {

    /** The sizes of splits, summed up. */
    public static InputSplits of(LongStream sizes) {
        long[] sorted = sizes.sorted().toArray();
        int count = sorted.length;
        return count == 0
                ? new InputSplits(0, 0, 0, 0, 0)
                : new InputSplits(
                        count,
                        LongStream.of(sorted).sum(),
                        sorted[0],
                        sorted[count / 2],
                        sorted[count - 1]);
    }
}
