package io.millrace.hadoop.loader;

import io.millrace.hadoop.loader.JobClassLoader.Owns;
import io.millrace.hadoop.loader.JobClassLoader.Shared;
import java.util.Set;

/**
 * The classes that come from a job's loaders although the client has them. Immutable.
 *
 * @param libraries the prefixes of libraries that the job brings and wants first
 * @param packages the names of packages that cannot be split
 * @param everything whether all classes come from there, except for the framework's
 * @param logging whether the job's logging is its own ({@link JobLogging})
 */
record Moves(Set<String> libraries, Set<String> packages, boolean everything, boolean logging) {

    static final Moves NONE = new Moves(Set.of(), Set.of(), false, false);

    /** The parts of copies of the job's classes, changed accordingly. */
    LoaderParts in(LoaderParts parts, Shared framework) {
        Shared shared = everything && !parts.first() ? framework : parts.shared();
        LoaderParts moved =
                new LoaderParts(
                        parts.classPath(),
                        parts.urls(),
                        parts.parent(),
                        everything ? Owns.ALL : parts.owns(),
                        BroughtLibraries.without(libraries, shared),
                        parts.first(),
                        parts.bytes());
        return logging ? JobLogging.under(moved) : moved;
    }

    /** The classes that each copy defines because of them, even if only the client has them. */
    OwnClasses classes() {
        return new OwnClasses(packages, OwnLibraries.of(libraries));
    }
}
