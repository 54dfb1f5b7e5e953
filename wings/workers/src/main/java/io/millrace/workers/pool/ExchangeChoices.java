package io.millrace.workers.pool;

import io.millrace.engine.config.Key;
import io.millrace.engine.config.Settings;
import io.millrace.engine.plan.Choice;
import io.millrace.engine.plan.JobShape;
import io.millrace.engine.plan.JobShape.Trait;
import io.millrace.engine.plan.RunCompression;
import io.millrace.exchange.config.ExchangeAlgorithm;
import io.millrace.exchange.config.ExchangeKeys;
import io.millrace.exchange.config.Toggle;
import io.millrace.exchange.shuffle.ExchangeModel;
import io.millrace.exchange.shuffle.ExchangeModel.Load;
import io.millrace.exchange.shuffle.ExchangeTerms;
import io.millrace.exchange.shuffle.NetworkTimes;
import io.millrace.hadoop.combine.JobCombiner;
import io.millrace.hadoop.config.HadoopKeys;
import io.millrace.hadoop.task.JobEnvironment;
import io.millrace.hadoop.task.SerializedSplit;
import io.millrace.workers.gang.GangCredentials;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * The choices for the exchange of map output between workers.
 *
 * @param algorithm never {@code auto}
 * @param overlap whether blocks leave while their map attempt runs; never {@code auto}
 * @param compression may be {@code auto}: each worker measures
 * @param tls whether messages are encrypted
 */
public record ExchangeChoices(
        Choice<ExchangeAlgorithm> algorithm,
        Choice<Toggle> overlap,
        Choice<RunCompression> compression,
        Choice<Toggle> tls) {

    /**
     * Set in the configuration of a job whose workers are on several machines: how many machines.
     */
    private static final String MACHINES = "io.millrace.exchange.machines";

    /** Likewise: the measured times of their network, in seconds. */
    private static final String LATENCY = "io.millrace.exchange.latency";

    private static final String BYTE_TIME = "io.millrace.exchange.byte.time";

    /** The assumed throughput of a worker's map tasks, in bytes of input in a second. */
    private static final double MAP_RATE = 32 << 20;

    /**
     * Tells a job where its workers are.
     *
     * @param network between the machines; null if it was not measured
     */
    public static void place(Configuration job, int machines, @Nullable NetworkTimes network) {
        job.setInt(MACHINES, machines);
        if (network != null) {
            job.setDouble(LATENCY, network.latency());
            job.setDouble(BYTE_TIME, network.secondsPerByte());
        }
    }

    private static @Nullable NetworkTimes network(Configuration job) {
        double byteTime = job.getDouble(BYTE_TIME, 0);
        return byteTime > 0 ? new NetworkTimes(job.getDouble(LATENCY, 0), byteTime) : null;
    }

    /**
     * The choices for a job, the same in its process and in its workers.
     *
     * @param workers how many there are; a worker cannot always read that in the configuration,
     *     whose value may name a property of the process of the job
     * @param compresses whether the job asks for compressed map output
     */
    public static ExchangeChoices of(JobEnvironment job, int workers, boolean compresses) {
        Settings settings = HadoopKeys.settings(job.conf());
        Choice<ExchangeAlgorithm> algorithm = algorithm(settings, job, workers);
        return new ExchangeChoices(
                algorithm,
                overlap(settings, algorithm.value(), machines(job, workers)),
                compression(settings, compresses),
                GangCredentials.tls(settings));
    }

    private static Choice<ExchangeAlgorithm> algorithm(
            Settings settings, JobEnvironment job, int workers) {
        Key<ExchangeAlgorithm> key = ExchangeKeys.ALGORITHM;
        ExchangeAlgorithm asked = key.in(settings);
        if (asked != ExchangeAlgorithm.AUTO) {
            return Choice.of(key, asked, "set by " + key);
        }
        Load load = load(settings, job, workers);
        NetworkTimes network = network(job.conf());
        ExchangeModel model =
                network == null ? ExchangeModel.DEFAULT : ExchangeModel.DEFAULT.on(network);
        ExchangeAlgorithm fastest = model.fastest(load);
        String where = load.machines() == 1 ? "one machine" : load.machines() + " machines";
        return Choice.of(
                key,
                fastest,
                reason(
                        model,
                        fastest,
                        load,
                        network == null ? where : where + " (measured: " + network + ")"));
    }

    /** The map output is taken to be as large as the input. */
    private static Load load(Settings settings, JobEnvironment job, int workers) {
        int machines = machines(job, workers);
        int splits = job.splits().size();
        double bytes = job.splits().stream().mapToDouble(SerializedSplit::inputBytes).sum();
        return new Load(
                workers,
                machines,
                Math.max(1, (splits + workers - 1) / workers),
                bytes / workers,
                bytes / workers / MAP_RATE,
                early(settings, machines).value() == Toggle.TRUE);
    }

    private static int machines(JobEnvironment job, int workers) {
        return Math.min(workers, job.conf().getInt(MACHINES, 1));
    }

    private static String reason(
            ExchangeModel model, ExchangeAlgorithm fastest, Load load, String where) {
        String others =
                Stream.of(ExchangeAlgorithm.values())
                        .filter(each -> each != ExchangeAlgorithm.AUTO && each != fastest)
                        .map(each -> "%s %s".formatted(name(each), seconds(model, each, load)))
                        .collect(Collectors.joining(", "));
        return "estimated %s after the last map task on %s, if map output is as large as the input; %s"
                .formatted(seconds(model, fastest, load), where, others);
    }

    /** As the key has it. */
    private static String name(ExchangeAlgorithm algorithm) {
        return algorithm.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String seconds(ExchangeModel model, ExchangeAlgorithm algorithm, Load load) {
        return String.format(Locale.ROOT, "%.3f s", model.seconds(algorithm, load));
    }

    private static Choice<Toggle> overlap(
            Settings settings, ExchangeAlgorithm algorithm, int machines) {
        return algorithm == ExchangeAlgorithm.FULLY_CONNECTED
                ? early(settings, machines)
                : Choice.of(
                        ExchangeKeys.OVERLAP,
                        Toggle.FALSE,
                        name(algorithm) + " sends whole map outputs");
    }

    /** On one machine, sending early takes the processor from map tasks, and no network waits. */
    private static Choice<Toggle> early(Settings settings, int machines) {
        Key<Toggle> key = ExchangeKeys.OVERLAP;
        Toggle asked = key.in(settings);
        if (asked != Toggle.AUTO) {
            return Choice.of(key, asked, "set by " + key);
        }
        return machines == 1
                ? Choice.of(key, Toggle.FALSE, "default: all workers are on one machine")
                : Choice.of(key, Toggle.TRUE, "default: workers are on several machines");
    }

    private static Choice<RunCompression> compression(Settings settings, boolean compresses) {
        Key<RunCompression> key = ExchangeKeys.COMPRESSION;
        RunCompression asked = key.in(settings);
        if (asked != RunCompression.AUTO) {
            return Choice.of(key, asked, "set by " + key);
        }
        return compresses
                ? Choice.of(key, RunCompression.LZ4, "the job asks for compressed map output")
                : Choice.of(
                        key,
                        RunCompression.AUTO,
                        "default: parts that would take longer on the network, as measured");
    }

    /**
     * The shape of the job for its workers. Output for a combiner, which needs long runs, is sorted
     * as if it stayed.
     */
    public JobShape shape(JobShape shape, Configuration conf) {
        return overlap.value() == Toggle.TRUE && !JobCombiner.isNamedIn(conf)
                ? shape.with(Trait.LEAVES_EARLY)
                : shape;
    }

    /** The terms of each worker. */
    public ExchangeTerms terms() {
        return new ExchangeTerms(
                algorithm.value(), overlap.value() == Toggle.TRUE, compression.value());
    }

    /** All choices, for people. */
    public List<Choice<?>> all() {
        return List.of(algorithm, overlap, compression, tls);
    }
}
