package io.millrace.hadoop.worker;

import io.millrace.engine.config.Key;
import io.millrace.engine.config.Settings;
import io.millrace.engine.plan.Choice;
import io.millrace.engine.plan.RunCompression;
import io.millrace.exchange.config.ExchangeAlgorithm;
import io.millrace.exchange.config.ExchangeKeys;
import io.millrace.exchange.config.TlsMode;
import io.millrace.exchange.shuffle.ExchangeTerms;
import io.millrace.hadoop.gang.GangCredentials;
import java.util.List;

/**
 * The choices for the exchange of map output between workers.
 *
 * @param algorithm never {@code auto}
 * @param compression may be {@code auto}: each worker measures
 * @param tls whether messages are encrypted
 */
public record ExchangeChoices(
        Choice<ExchangeAlgorithm> algorithm,
        Choice<RunCompression> compression,
        Choice<TlsMode> tls) {

    /**
     * The choices for a job.
     *
     * @param compresses whether the job asks for compressed map output
     */
    public static ExchangeChoices of(Settings settings, boolean compresses) {
        return new ExchangeChoices(
                algorithm(settings),
                compression(settings, compresses),
                GangCredentials.tls(settings));
    }

    private static Choice<ExchangeAlgorithm> algorithm(Settings settings) {
        Key<ExchangeAlgorithm> key = ExchangeKeys.ALGORITHM;
        ExchangeAlgorithm asked = key.in(settings);
        if (asked != ExchangeAlgorithm.AUTO) {
            return Choice.of(key, asked, "set by " + key);
        }
        return Choice.of(
                key, ExchangeAlgorithm.FULLY_CONNECTED, "default: it overlaps with map tasks");
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

    /** The terms of each worker. */
    public ExchangeTerms terms() {
        return new ExchangeTerms(algorithm.value(), compression.value());
    }

    /** All choices, for people. */
    public List<Choice<?>> all() {
        return List.of(algorithm, compression, tls);
    }
}
