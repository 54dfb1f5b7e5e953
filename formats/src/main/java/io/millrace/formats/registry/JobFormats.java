package io.millrace.formats.registry;

import io.millrace.bytecode.rewrite.Rewrites;
import io.millrace.engine.config.Settings;

/**
 * What is known of formats, and what of it one job's settings leave on. Made once for a job.
 *
 * @param rewrites of the job
 */
public record JobFormats(FormatRegistry registry, Rewrites rewrites) {

    /** All that this process knows, for a job with these settings. */
    public static JobFormats in(Settings settings) {
        return in(FormatRegistry.loaded(), settings);
    }

    /** All that a registry has, for a job with these settings. */
    public static JobFormats in(FormatRegistry registry, Settings settings) {
        return new JobFormats(registry, Rewrites.in(settings));
    }
}
