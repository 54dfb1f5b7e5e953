package io.millrace.engine.config;

import org.jspecify.annotations.Nullable;

/** Where configured values come from: the raw text of a key, or null where it is not set. */
@FunctionalInterface
public interface Settings {

    /** Nothing is set: every key has its default. */
    Settings DEFAULTS = key -> null;

    @Nullable String get(String key);
}
