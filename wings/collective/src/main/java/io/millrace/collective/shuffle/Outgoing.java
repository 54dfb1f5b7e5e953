package io.millrace.collective.shuffle;

import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.shuffle.Shuffle;
import io.millrace.engine.shuffle.input.PartitionInput;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.TaskKind;
import io.millrace.exchange.message.MessageWriter;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.io.WritableUtils;
import org.jspecify.annotations.Nullable;

/**
 * The records that one other worker reduces, as they are written to messages. Used by the worker's
 * thread.
 */
final class Outgoing implements Closeable {

    private final Shuffle shuffle;
    private final int workers;
    private final int partitions;

    /** The current or next partition. */
    private int partition;

    private @Nullable PartitionInput input;

    /** The records of partitions {@code worker}, {@code worker + workers} and so on. */
    Outgoing(Shuffle shuffle, int worker, int workers, int partitions) {
        this.shuffle = shuffle;
        this.partition = worker;
        this.workers = workers;
        this.partitions = partitions;
    }

    /** Writes a message of about {@code bytes} bytes; false if it is the last. */
    boolean write(MessageWriter out, int bytes) throws IOException, InterruptedException {
        while (partition < partitions) {
            RecordCursor records = records();
            while (records.next()) {
                records.fetchValue();
                write(records, out);
                if (out.length() >= bytes) {
                    WritableUtils.writeVInt(out, RecordExchange.MORE);
                    return true;
                }
            }
            close();
            partition += workers;
        }
        WritableUtils.writeVInt(out, RecordExchange.LAST);
        return false;
    }

    private RecordCursor records() throws IOException, InterruptedException {
        PartitionInput open = input;
        if (open == null) {
            open =
                    shuffle.openPartition(
                            AttemptGuard.within(new AttemptId(TaskKind.REDUCE, partition, 0)));
            input = open;
        }
        return open.records();
    }

    private void write(RecordCursor record, MessageWriter out) throws IOException {
        WritableUtils.writeVInt(out, partition);
        WritableUtils.writeVInt(out, record.keyLength());
        WritableUtils.writeVInt(out, record.valueLength());
        out.write(record.keyBytes(), record.keyOffset(), record.keyLength());
        out.write(record.valueBytes(), record.valueOffset(), record.valueLength());
    }

    @Override
    public void close() throws IOException {
        PartitionInput open = input;
        input = null;
        if (open != null) {
            open.close();
        }
    }
}
