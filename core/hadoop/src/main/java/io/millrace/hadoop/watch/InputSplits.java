package io.millrace.hadoop.watch;

import java.util.stream.LongStream;

/**
 * The sizes of a job's input splits, in bytes as the client saw them.
 *
 * @param count number of map tasks
 * @param bytes size of all splits
 * @param smallest size of the smallest split; 0 if there are none, like the next two
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
