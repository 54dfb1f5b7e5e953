package io.millrace.hadoop.config;

import io.millrace.engine.config.Key;
import java.util.List;
import java.util.ServiceLoader;

/**
 * Keys of a module above this one, found as a service. What lies where its implementation does is
 * ours: jobs share it, whatever they have copies of.
 */
public interface KeySource {

    /** The keys, in the order in which they are listed to people. */
    List<Key<?>> keys();

    /** Those that are on the class path beside this module. */
    static List<KeySource> all() {
        return ServiceLoader.load(KeySource.class, KeySource.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
    }
}
