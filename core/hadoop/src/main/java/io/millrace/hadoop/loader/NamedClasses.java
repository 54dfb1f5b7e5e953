package io.millrace.hadoop.loader;

import io.millrace.bytecode.statics.ClassNames;
import io.millrace.hadoop.config.KeyOrigin;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;

/** The classes that a job's configuration names. */
final class NamedClasses {

    private NamedClasses() {}

    /** The named classes that {@code loader} finds and that do not belong to the framework. */
    static Set<String> in(Configuration conf, ClassLoader loader, Predicate<String> framework) {
        Set<String> names = all(conf);
        names.removeIf(framework);
        names.removeIf(name -> loader.getResource(name.replace('.', '/') + ".class") == null);
        return names;
    }

    /**
     * All values of the configuration that may be the name of a class: mappers and formats under
     * Hadoop's keys, keys of its libraries, and keys of the application. Hadoop's defaults name
     * Hadoop's classes only.
     */
    private static Set<String> all(Configuration conf) {
        Set<String> names = new TreeSet<>();
        for (Map.Entry<String, String> entry : conf) {
            if (!KeyOrigin.hadoops(conf, entry.getKey())) {
                boolean expected = entry.getKey().contains("class");
                ClassNames.in(entry.getValue(), expected).forEach(names::add);
            }
        }
        return names;
    }
}
