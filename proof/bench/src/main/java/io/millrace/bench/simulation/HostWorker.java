package io.millrace.bench.simulation;

import io.millrace.bench.exchange.Gang;
import io.millrace.engine.plan.RunCompression;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.TaskKind;
import io.millrace.exchange.call.LocalMeetingFile;
import io.millrace.exchange.config.ExchangeAlgorithm;
import io.millrace.exchange.secret.SharedSecret;
import io.millrace.exchange.shuffle.ExchangeTerms;
import io.millrace.exchange.shuffle.OutputBlock;
import io.millrace.exchange.shuffle.OutputExchange;
import io.millrace.exchange.tcp.TcpGang;
import io.millrace.exchange.tcp.TcpMember;
import io.millrace.exchange.wire.WireKind;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A worker in its own process: its map tasks only take time, and their outputs are exchanged. */
public final class HostWorker {

    /** It has met the others. */
    static final String READY = "ready";

    /** All of its outputs are where they belong. */
    static final String DONE = "done";

    private static final int WARM_OUTPUTS = 50;
    private static final byte[] BLOCK = new byte[32 * 1024];

    private final OutputExchange exchange;
    private final int rank;
    private final BitSet all = new BitSet();
    private int outputs;

    private HostWorker(OutputExchange exchange, int rank, int workers) {
        this.exchange = exchange;
        this.rank = rank;
        all.set(0, workers);
    }

    /**
     * Address, rank, workers, meeting file, secret, algorithm, bytes of a part, waves, and
     * milliseconds of each.
     */
    public static void main(String[] arguments) throws Exception {
        int rank = Integer.parseInt(arguments[1]);
        int workers = Integer.parseInt(arguments[2]);
        TcpMember self =
                Gang.member(
                        workers,
                        rank,
                        arguments[0],
                        new SharedSecret(HexFormat.of().parseHex(arguments[4])),
                        WireKind.SOCKETS);
        ExchangeTerms terms =
                new ExchangeTerms(
                        ExchangeAlgorithm.valueOf(arguments[5]), false, RunCompression.NONE);
        try (TcpGang gang = TcpGang.open(self, new LocalMeetingFile(Path.of(arguments[3])));
                OutputExchange exchange =
                        OutputExchange.open(
                                gang, HostWorker::take, terms, Throwable::printStackTrace)) {
            HostWorker worker = new HostWorker(exchange, rank, workers);
            for (int output = 0; output < WARM_OUTPUTS; output++) {
                worker.deliver(BLOCK.length);
            }
            System.out.println(READY);
            if (System.in.read() < 0) {
                return; // the bench has ended
            }
            worker.run(
                    Integer.parseInt(arguments[6]),
                    Integer.parseInt(arguments[7]),
                    Long.parseLong(arguments[8]));
            System.out.println(DONE);
            System.in.read(); // others may still send
            System.in.read();
        }
    }

    private static void take(OutputBlock taken, DataInput part) throws IOException {
        byte[] block = new byte[BLOCK.length];
        for (int left = part.readInt(); left > 0; left -= block.length) {
            part.readFully(block, 0, Math.min(left, block.length));
        }
    }

    private void run(int partBytes, int waves, long waveMillis) throws Exception {
        ExecutorService slots = Executors.newCachedThreadPool();
        try {
            List<Future<?>> deliveries = new ArrayList<>();
            for (int wave = 0; wave < waves; wave++) {
                Thread.sleep(waveMillis); // a map task
                deliveries.add(
                        slots.submit(() -> {
                            deliver(partBytes);
                            return null;
                        }));
            }
            for (Future<?> each : deliveries) {
                each.get();
            }
        } finally {
            slots.shutdownNow();
        }
    }

    private void deliver(int partBytes) throws IOException, InterruptedException {
        AttemptId attempt = new AttemptId(TaskKind.MAP, nextOutput(), rank);
        exchange.deliver(
                new OutputBlock(attempt, 0, true),
                all,
                (to, compressed, out) -> write(partBytes, out));
    }

    private synchronized int nextOutput() {
        return outputs++;
    }

    private static long write(int bytes, DataOutput out) throws IOException {
        out.writeInt(bytes);
        for (int left = bytes; left > 0; left -= BLOCK.length) {
            out.write(BLOCK, 0, Math.min(left, BLOCK.length));
        }
        return bytes;
    }
}
