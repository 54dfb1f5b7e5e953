package io.millrace.engine.config;

import org.jspecify.annotations.Nullable;

/** The source of configured values: the raw text of a key, or null if it is not set. */
@FunctionalInterface
public interface Settings {

    /** No key is set: each has its default. */
    Settings DEFAULTS = key -> null;

    @Nullable String get(String key);
}
