package io.millrace.formats.config;

import io.millrace.engine.config.Key;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;

/**
 * Keys of a higher module, found as a service. Classes in the same place as the implementation
 * belong to Millrace: jobs share them and never have copies.
 */
public interface KeySource {

    /** The keys, in display order. */
    List<Key<?>> keys();

    /**
     * Those of the keys that do not affect the result of a job: a loop may resume from its
     * checkpoint with other values of them.
     */
    default List<Key<?>> keysWithoutEffect() {
        return List.of();
    }

    /**
     * Keys besides {@code millrace.*} that the module sets in configurations of jobs and that do
     * not affect what a job's input format reads: jobs that differ in them may share cached input.
     */
    default Set<String> unreadKeys() {
        return Set.of();
    }

    /** The key sources on this module's class path, ordered by name. */
    static List<KeySource> all() {
        return ServiceLoader.load(KeySource.class, KeySource.class.getClassLoader()).stream()
                .<KeySource>map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparing(source -> source.getClass().getName()))
                .toList();
    }
}
