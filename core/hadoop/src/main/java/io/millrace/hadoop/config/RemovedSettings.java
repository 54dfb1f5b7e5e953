package io.millrace.hadoop.config;

import io.millrace.engine.config.BadSettingException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Keys that earlier versions of Millrace read, and values that they took. A user who still sets one
 * learns since when it has no effect and what to do, instead of the nearest known key.
 */
enum RemovedSettings {
    ENGINE_FROM(
            "millrace.cluster.engine.from",
            null,
            "0.1.0",
            "The plug-ins start the engine with each task. Remove the key."),
    STOCK_RUNNER(
            "millrace.task.runner",
            "stock",
            "0.1.0",
            "Use hadoop, with which Hadoop's own classes run the tasks, or remove the key.");

    private final String key;
    private final @Nullable String value;
    private final String since;
    private final String advice;

    /**
     * @param value null if the key itself was removed
     * @param since the first version without it
     * @param advice what to do instead
     */
    RemovedSettings(String key, @Nullable String value, String since, String advice) {
        this.key = key;
        this.value = value;
        this.since = since;
        this.advice = advice;
    }

    /**
     * Checks one setting of a job.
     *
     * @throws BadSettingException if it was removed
     */
    static void refuse(String usedKey, @Nullable String usedValue) {
        Arrays.stream(values())
                .filter(each -> each.covers(usedKey, usedValue))
                .findFirst()
                .ifPresent(RemovedSettings::refuse);
    }

    private boolean covers(String usedKey, @Nullable String usedValue) {
        return key.equals(usedKey)
                && (value == null || (usedValue != null && value.equals(usedValue.strip())));
    }

    private void refuse() {
        throw new BadSettingException(
                "%s was removed in Millrace %s. %s"
                        .formatted(value == null ? key : key + "=" + value, since, advice));
    }
}
