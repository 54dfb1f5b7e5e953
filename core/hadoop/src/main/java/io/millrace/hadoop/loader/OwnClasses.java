package io.millrace.hadoop.loader;

import io.millrace.bytecode.packages.SplitPackages;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The classes that each copy of a job's classes defines by itself, even if only the client has
 * them: whole packages, and libraries. Thread-safe.
 */
final class OwnClasses implements Predicate<String> {

    private final Set<String> packages;
    private volatile OwnLibraries libraries;

    OwnClasses(Set<String> packages, OwnLibraries libraries) {
        this.packages = packages;
        this.libraries = libraries;
    }

    /** Adds libraries. Called before a copy defines its first class. */
    void add(OwnLibraries more) {
        libraries = libraries.and(more);
    }

    @Override
    public boolean test(String name) {
        return libraries.test(name)
                || (!packages.isEmpty() && packages.contains(SplitPackages.packageOf(name)));
    }
}
