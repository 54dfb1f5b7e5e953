package io.millrace.hadoop.worker;

import io.millrace.engine.config.Key;
import io.millrace.engine.config.Settings;
import io.millrace.engine.plan.Choice;
import io.millrace.engine.plan.RunCompression;
import io.millrace.exchange.config.ExchangeKeys;

/** Chooses the compression of map output on its way to another worker. */
public final class ExchangeCompression {

    private ExchangeCompression() {}

    /**
     * The choice for a job.
     *
     * @param compresses whether the job asks for compressed map output
     */
    public static Choice<RunCompression> choice(Settings settings, boolean compresses) {
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
}
