package io.millrace.bench.simulation;

import io.millrace.bench.contender.Servers;
import io.millrace.bench.frame.Options;
import io.millrace.bench.frame.StudyCommand;
import io.millrace.bench.frame.WrongUseException;
import io.millrace.measure.Experiment;
import io.millrace.measure.Figures;
import io.millrace.measure.MeasurementException;
import io.millrace.measure.Row;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Simulates the exchange of map output among many workers. */
@Command(
        name = "simulate",
        description = {
            "Simulate the exchange of map output among many workers, with each algorithm: seconds from the end of",
            "the last map task until all workers have all parts, and how many messages a switch lost. Times of map",
            "tasks and sizes of parts are drawn; the same seed gives the same table."
        },
        sortOptions = false)
public final class SimulateCommand extends StudyCommand {

    private static final double MEGABYTE = 1 << 20;
    private static final double BITS_PER_BYTE = 8;
    private static final double MEGA = 1e6;
    private static final double GIGA = 1e9;

    @Option(
            names = "--workers",
            paramLabel = "N",
            split = ",",
            description = "Numbers of workers, separated by commas (default: 16,64,256,1024,4096).")
    private List<Integer> workers = List.of(16, 64, 256, 1024, 4096);

    @Option(
            names = "--per-machine",
            paramLabel = "N",
            description = "Workers of each machine (default: 1).")
    private int perMachine = 1;

    @Option(
            names = "--output",
            paramLabel = "MB",
            description = "Map output of each worker in MB (default: 256).")
    private double megabytes = 256;

    @Option(
            names = "--waves",
            paramLabel = "N",
            description = "Waves of map tasks of each worker (default: 4).")
    private int waves = 4;

    @Option(
            names = "--map-seconds",
            paramLabel = "S",
            description = "Time of a worker's map tasks (default: 8).")
    private double mapSeconds = 8;

    @Option(
            names = "--spread",
            paramLabel = "X",
            description =
                    "Standard deviation of a wave's time, as a share of it: stragglers (default: 0.2).")
    private double spread = 0.2;

    @Option(
            names = "--skew",
            paramLabel = "X",
            description = "Exponent of the Zipf law of the parts' sizes (default: 0, equal parts).")
    private double skew;

    @Option(
            names = "--rate",
            paramLabel = "MBIT",
            description = "Rate of each machine's link in Mbit/s (default: 10000).")
    private double megabits = 10_000;

    @Option(
            names = "--latency",
            paramLabel = "US",
            description = "Latency of a message in microseconds (default: 25).")
    private double latencyMicros = 25;

    @Option(
            names = "--overhead",
            paramLabel = "US",
            description =
                    "Processor time of a message at its sender in microseconds (default: 20).")
    private double overheadMicros = 20;

    @Option(
            names = "--local",
            paramLabel = "GB/S",
            description = "Throughput between workers of a machine in GB/s (default: 4).")
    private double localGigabytes = 4;

    @Option(
            names = "--port",
            paramLabel = "N",
            description =
                    "Messages for which a switch's port has room at a time, with two segments each (default: 170).")
    private int portMessages = 170;

    @Option(
            names = "--timeout",
            paramLabel = "MS",
            description = "Time after which a lost message is sent again (default: 200).")
    private double timeoutMillis = 200;

    @Option(
            names = "--measure",
            description = {
                "Beside each simulated time, measure that of real workers, each in a process on a host with such",
                "a link. Takes root and iproute2, no spread and no skew."
            })
    private boolean measure;

    @Mixin private final Options.Seed seed = new Options.Seed();

    @Override
    public Integer call() throws Exception {
        check();
        Network network =
                new Network(
                        latencyMicros / MEGA,
                        overheadMicros / MEGA,
                        BITS_PER_BYTE / megabits / MEGA,
                        1 / localGigabytes / GIGA,
                        portMessages,
                        timeoutMillis / 1e3);
        List<Experiment> found = new ArrayList<>();
        for (int count : workers) {
            found.add(simulate(network, count));
        }
        return keep("simulation", SimulationPage.of(found));
    }

    private void check() throws MeasurementException {
        for (int count : workers) {
            if (count < 2 || count % perMachine != 0) {
                throw new WrongUseException(
                        "--workers has " + count + "; it takes multiples of --per-machine from 2");
            }
        }
        Options.atLeastOne("--waves", waves);
        if (measure && (spread != 0 || skew != 0)) {
            throw new WrongUseException("--measure takes --spread 0 and --skew 0");
        }
        if (measure) {
            Servers.requireNamespaces("there can be no hosts on this machine: ");
        }
        for (double each :
                new double[] {megabytes, megabits, localGigabytes, mapSeconds, 1 + spread}) {
            if (!(each > 0)) {
                throw new WrongUseException("sizes, rates and times take more than 0");
            }
        }
    }

    /** Simulates each algorithm among so many workers. */
    private Experiment simulate(Network network, int count) throws Exception {
        Load.Shape shape =
                new Load.Shape(
                        count, perMachine, megabytes * MEGABYTE, waves, mapSeconds, spread, skew);
        Load load = Load.of(shape, seed.number());
        List<Row> rows = new ArrayList<>();
        for (Exchange each : Exchange.values()) {
            Simulated simulated = each.run(network, load);
            Figures figures =
                    Figures.of(Figures.SECONDS, simulated.end() - load.mapEnd())
                            .and(SimulationPage.LOST, simulated.lost());
            if (measure) {
                Measurement real = new Measurement(shape, overheadMicros / MEGA, (int) megabits);
                figures = figures.and(SimulationPage.MEASURED, real.seconds(each) - load.mapEnd());
            }
            rows.add(Row.of(each.name(), each.title(), figures));
        }
        return Experiment.of(String.valueOf(count), rows);
    }
}
