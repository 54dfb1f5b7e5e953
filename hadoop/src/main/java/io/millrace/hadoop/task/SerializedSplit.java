package io.millrace.hadoop.task;

import java.io.IOException;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.Text;

/**
 * One input split as the client wrote it to {@code job.split}: class name, then the split's own
 * bytes. Each attempt makes the split anew from these bytes (contract IN-1).
 *
 * @param file the whole of {@code job.split}, shared by all splits of the job; must not be written
 *     to
 * @param offset where this split starts in it
 * @param inputBytes the split's length as the client saw it
 * @param locations hosts the client saw
 */
@SuppressWarnings("ArrayRecordComponent") // shared and not written to; never compared
public record SerializedSplit(byte[] file, long offset, long inputBytes, String[] locations) {

    /** The name of its class; says so if it cannot be read. */
    String type() {
        try {
            DataInputBuffer in = new DataInputBuffer();
            int at = Math.toIntExact(offset);
            in.reset(file, at, file.length - at);
            return Text.readString(in);
        } catch (IOException e) {
            return "split that cannot be read"; // what is wrong with it, its attempt will say
        }
    }
}
