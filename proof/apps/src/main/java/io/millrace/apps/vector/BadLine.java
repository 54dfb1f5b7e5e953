package io.millrace.apps.vector;

import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.MapContext;

/** An input line that the program cannot read. */
public final class BadLine extends IOException {

    private static final long serialVersionUID = 1;

    /**
     * An error with the position of the line.
     *
     * @param problem the problem; follows "the line at byte 7 of FILE"
     */
    public BadLine(MapContext<?, ?, ?, ?> context, LongWritable position, String problem) {
        super("the line at byte " + position + " of " + context.getInputSplit() + " " + problem);
    }

    /**
     * A number of the line as an index.
     *
     * @param limit the index must be lower
     * @throws BadLine if the number is not an integer in this range
     */
    public static int index(
            MapContext<?, ?, ?, ?> context, LongWritable position, double number, int limit)
            throws BadLine {
        int index = (int) number;
        if (index != number || index < 0 || index >= limit) {
            throw new BadLine(
                    context,
                    position,
                    "has the number " + number + "; expected a number from 0 to " + (limit - 1));
        }
        return index;
    }
}
