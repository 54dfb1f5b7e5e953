package io.millrace.bench.simulation;

import io.millrace.bench.frame.Scratch;
import io.millrace.bench.frame.ThisProcess;
import io.millrace.daemons.Hosts;
import io.millrace.exchange.config.ExchangeAlgorithm;
import io.millrace.measure.MeasurementException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

/**
 * Measures what is simulated: workers of the real exchange, each in a process on a host with a link
 * of some rate. Map tasks only take time.
 */
final class Measurement {

    private static final double MILLIS = 1e3;
    private static final double NANOS = 1e9;

    private final Load.Shape shape;
    private final double overhead;
    private final int megabits;

    /**
     * A measurement.
     *
     * @param shape without stragglers and skew
     * @param overhead seconds of processor time for a message, as simulated
     * @param megabits rate of each host's link in each direction, in Mbit/s
     */
    Measurement(Load.Shape shape, double overhead, int megabits) {
        this.shape = shape;
        this.overhead = overhead;
        this.megabits = megabits;
    }

    /** Seconds from the start of the first map task until all workers have all parts. */
    double seconds(Exchange exchange)
            throws IOException, InterruptedException, MeasurementException {
        return switch (exchange) {
            case FULLY_CONNECTED -> run(ExchangeAlgorithm.FULLY_CONNECTED, shape.waves());
            case FULLY_CONNECTED_IN_BLOCKS ->
                    run(ExchangeAlgorithm.FULLY_CONNECTED, shape.waves() * shape.blocks(overhead));
            case PAIRWISE_PER_WAVE -> run(ExchangeAlgorithm.PAIRWISE, shape.waves());
            case PAIRWISE_AFTER_MAP -> run(ExchangeAlgorithm.PAIRWISE, 1);
            case HIERARCHICAL -> run(ExchangeAlgorithm.HIERARCHICAL, shape.waves());
        };
    }

    private double run(ExchangeAlgorithm algorithm, int waves)
            throws IOException, InterruptedException, MeasurementException {
        byte[] secret = new byte[32];
        new Random().nextBytes(secret);
        List<Process> workers = new ArrayList<>();
        try (Scratch meeting = Scratch.of("hosts");
                Hosts hosts = Hosts.open(shape.workers() / shape.perMachine(), megabits)) {
            try {
                for (int rank = 0; rank < shape.workers(); rank++) {
                    workers.add(start(hosts, rank, meeting.path(), secret, algorithm, waves));
                }
                return seconds(workers);
            } finally {
                for (Process each : workers) {
                    each.destroyForcibly().waitFor();
                }
            }
        }
    }

    private Process start(
            Hosts hosts,
            int rank,
            Path meeting,
            byte[] secret,
            ExchangeAlgorithm algorithm,
            int waves)
            throws IOException {
        int host = rank / shape.perMachine();
        double partBytes = shape.bytes() / shape.workers() / waves;
        List<String> command =
                ThisProcess.another(
                        HostWorker.class,
                        hosts.address(host),
                        rank,
                        shape.workers(),
                        meeting.resolve("notice"),
                        HexFormat.of().formatHex(secret),
                        algorithm.name(),
                        (int) partBytes,
                        waves,
                        (long) (shape.mapSeconds() * MILLIS / waves));
        return new ProcessBuilder(hosts.command(host, command))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static double seconds(List<Process> workers) throws IOException, MeasurementException {
        List<BufferedReader> said = new ArrayList<>();
        for (Process each : workers) {
            said.add(
                    new BufferedReader(
                            new InputStreamReader(each.getInputStream(), StandardCharsets.UTF_8)));
        }
        await(said, HostWorker.READY);
        long start = System.nanoTime();
        for (Process each : workers) {
            each.getOutputStream().write('\n');
            each.getOutputStream().flush();
        }
        await(said, HostWorker.DONE);
        return (System.nanoTime() - start) / NANOS;
    }

    private static void await(List<BufferedReader> all, String word)
            throws IOException, MeasurementException {
        for (BufferedReader each : all) {
            String line = each.readLine();
            if (!word.equals(line)) {
                throw new MeasurementException("a worker said " + line + " instead of " + word);
            }
        }
    }
}
