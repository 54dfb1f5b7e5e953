package io.millrace.formats.config;

import io.millrace.engine.config.Key;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;

/**
 * Keys of a module above this one, found as a service. What lies where its implementation does is
 * ours: jobs share it, whatever they have copies of.
 */
public interface KeySource {

    /** The keys, in the order in which they are listed to people. */
    List<Key<?>> keys();

    /**
     * Keys that the module sets in configurations of jobs, beside {@code millrace.*}, and that say
     * nothing about what a job's input format reads: jobs that differ in them may share kept input.
     */
    default Set<String> unreadKeys() {
        return Set.of();
    }

    /** Those that are on the class path beside this module, in the order of their names. */
    static List<KeySource> all() {
        return ServiceLoader.load(KeySource.class, KeySource.class.getClassLoader()).stream()
                .<KeySource>map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparing(source -> source.getClass().getName()))
                .toList();
    }
}
