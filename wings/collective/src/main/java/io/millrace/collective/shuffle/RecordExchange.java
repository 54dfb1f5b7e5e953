package io.millrace.collective.shuffle;

import io.millrace.engine.shuffle.Shuffle;
import io.millrace.engine.shuffle.output.MapOutput;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.TaskKind;
import io.millrace.exchange.gang.Transport;
import io.millrace.exchange.message.Message;
import io.millrace.exchange.message.MessageWriter;
import java.io.IOException;
import java.util.function.IntUnaryOperator;

/**
 * Brings the records of each partition to the worker that reduces it: worker 1 of 3 reduces
 * partitions 1, 4, 7. In step i, a worker sends to the i-th worker after it and receives from the
 * i-th before it, alternating message by message, so that a worker that waits for room first
 * receives the messages that make room elsewhere. Received records are emitted as output of the
 * sender's first map task; workers have consecutive map tasks, so equal keys keep their order.
 *
 * <p>A message is a sequence of records, each as partition, key length, value length (all as
 * variable-length numbers), key and value, and ends with -1, the last one with -2, in place of a
 * partition. Used by the worker's thread.
 */
public final class RecordExchange {

    /** A message ends when it has at least this many bytes. */
    private static final int MESSAGE_BYTES = 64 * 1024;

    static final int MORE = -1;
    static final int LAST = -2;

    private final Transport transport;
    private final Shuffle shuffle;
    private final int partitions;
    private final IntUnaryOperator firstMap;

    /**
     * The exchange of a worker whose map tasks have all ended.
     *
     * @param firstMap the first map task of a worker
     */
    public RecordExchange(
            Transport transport, Shuffle shuffle, int partitions, IntUnaryOperator firstMap) {
        this.transport = transport;
        this.shuffle = shuffle;
        this.partitions = partitions;
        this.firstMap = firstMap;
    }

    /** Sends other workers' records, and adds this worker's records to the shuffle. */
    public void run() throws IOException, InterruptedException {
        int size = transport.size();
        int rank = transport.rank();
        for (int step = 1; step < size; step++) {
            exchange((rank + step) % size, (rank - step + size) % size);
        }
    }

    private void exchange(int to, int from) throws IOException, InterruptedException {
        // Get memory for incoming records first: runs being read cannot make room for them.
        MapOutput output =
                shuffle.openMapOutput(
                        AttemptGuard.within(
                                new AttemptId(TaskKind.MAP, firstMap.applyAsInt(from), 0)),
                        null);
        try (Outgoing outgoing = new Outgoing(shuffle, to, transport.size(), partitions)) {
            Incoming incoming = new Incoming(output.sink());
            boolean sends = true;
            boolean receives = true;
            while (sends || receives) {
                if (sends) {
                    sends = send(to, outgoing);
                }
                if (receives) {
                    try (Message message = transport.receive(from)) {
                        receives = incoming.take(message.open());
                    }
                }
            }
            output.finish();
            if (output.statistics().records() > 0) {
                output.publish();
            }
        } finally {
            output.close();
        }
    }

    /** Sends a message; false if it was the last. */
    private boolean send(int to, Outgoing outgoing) throws IOException, InterruptedException {
        Message message;
        boolean more;
        try (MessageWriter out = new MessageWriter(transport.memory())) {
            more = outgoing.write(out, MESSAGE_BYTES);
            message = out.finish();
        }
        transport.send(to, message);
        return more;
    }
}
