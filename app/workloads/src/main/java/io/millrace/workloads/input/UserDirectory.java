package io.millrace.workloads.input;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Where programs keep files of their user, according to the XDG base directory specification. */
public enum UserDirectory {
    /** Files that can be generated again. */
    CACHE("XDG_CACHE_HOME", ".cache"),
    /** The user's configuration files. */
    CONFIG("XDG_CONFIG_HOME", ".config"),
    /** Files that should be kept for the next time. */
    STATE("XDG_STATE_HOME", ".local/state");

    private final String variable;
    private final String usually;

    UserDirectory(String variable, String usually) {
        this.variable = variable;
        this.usually = usually;
    }

    /** Millrace's part of the directory. A variable without an absolute path is ignored. */
    public Path path() {
        @Nullable Path named = absolute(System.getenv(variable));
        return (named == null ? home().resolve(usually) : named).resolve("millrace");
    }

    private static Path home() {
        @Nullable Path named = absolute(System.getenv("HOME"));
        return named == null ? Path.of(System.getProperty("user.home")) : named;
    }

    private static @Nullable Path absolute(@Nullable String value) {
        return value != null && Path.of(value).isAbsolute() ? Path.of(value) : null;
    }
}
