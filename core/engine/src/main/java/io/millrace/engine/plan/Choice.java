package io.millrace.engine.plan;

import io.millrace.engine.config.Key;

/**
 * One choice made for a job.
 *
 * @param name the configuration key without its prefix
 * @param value the choice
 * @param reason why, in a few words for people
 */
public record Choice<T>(String name, T value, String reason) {

    /** The chosen value for a key, under the key's name without its prefix. */
    public static <T> Choice<T> of(Key<T> key, T value, String reason) {
        return new Choice<>(key.name().substring("millrace.".length()), value, reason);
    }

    @Override
    public String toString() {
        return name + " = " + value + " (" + reason + ")";
    }
}
