package io.millrace.apps.vector;

import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.MapContext;

/** A line of the input that is not what the program reads. */
public final class BadLine extends IOException {

    private static final long serialVersionUID = 1;

    /**
     * Says where the line is.
     *
     * @param problem what it has and what it is to have; follows "the line at byte 7 of FILE"
     */
    public BadLine(MapContext<?, ?, ?, ?> context, LongWritable position, String problem) {
        super("the line at byte " + position + " of " + context.getInputSplit() + " " + problem);
    }

    /**
     * A number of the line as an index.
     *
     * @param limit what it is to be below
     * @throws BadLine if it is no whole number from 0
     */
    public static int index(
            MapContext<?, ?, ?, ?> context, LongWritable position, double number, int limit)
            throws BadLine {
        int index = (int) number;
        if (index != number || index < 0 || index >= limit) {
            throw new BadLine(
                    context,
                    position,
                    "has the number " + number + " where one from 0 to " + (limit - 1) + " is due");
        }
        return index;
    }
}
