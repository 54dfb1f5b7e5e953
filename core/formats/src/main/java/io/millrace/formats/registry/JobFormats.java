package io.millrace.formats.registry;

import io.millrace.bytecode.rewrite.Rewrites;
import io.millrace.engine.config.Settings;

/**
 * The known formats, and the rewrites that one job's settings enable. Created once for a job.
 *
 * @param rewrites the job's rewrites
 */
public record JobFormats(FormatRegistry registry, Rewrites rewrites) {

    /** All formats that this process knows, for a job with these settings. */
    public static JobFormats in(Settings settings) {
        return in(FormatRegistry.loaded(), settings);
    }

    /** All formats of a registry, for a job with these settings. */
    public static JobFormats in(FormatRegistry registry, Settings settings) {
        return new JobFormats(registry, Rewrites.in(settings));
    }
}
