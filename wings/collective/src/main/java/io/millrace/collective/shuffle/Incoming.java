package io.millrace.collective.shuffle;

import io.millrace.engine.record.RecordOutput;
import io.millrace.engine.record.RecordSink;
import io.millrace.engine.task.Cancellation;
import java.io.DataInput;
import java.io.IOException;
import org.apache.hadoop.io.WritableUtils;

/**
 * Passes the records of messages to a sink.
 *
 * @param sink receives the records
 */
record Incoming(RecordSink sink) {

    /** Reads the records of a message; false if it was the last. */
    boolean take(DataInput in) throws IOException, InterruptedException {
        int partition = WritableUtils.readVInt(in);
        Cancellation cancellation = Cancellation.here();
        while (partition >= 0) {
            cancellation.record();
            int keyLength = WritableUtils.readVInt(in);
            int valueLength = WritableUtils.readVInt(in);
            copy(in, keyLength);
            sink.endKey();
            copy(in, valueLength);
            sink.endRecord(partition);
            partition = WritableUtils.readVInt(in);
        }
        return partition == RecordExchange.MORE;
    }

    private void copy(DataInput in, int length) throws IOException {
        RecordOutput out = sink.output();
        int at = out.reserve(length);
        in.readFully(out.array(), at, length);
    }
}
