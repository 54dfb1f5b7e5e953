package io.millrace.hadoop.loader;

import io.millrace.bytecode.statics.TaskCode;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The libraries on the client's class path that each copy of a job's classes loads by itself,
 * because they keep the job's classes by name: copies that shared such a library would get each
 * other's classes. The libraries that the job wants from its own jars are among them. Immutable.
 */
final class OwnLibraries implements Predicate<String> {

    private static final Logger LOG = LoggerFactory.getLogger(OwnLibraries.class);

    static final OwnLibraries NONE = new OwnLibraries(Set.of());

    private static final String AVRO = "org.apache.avro.";
    private static final String LOG4J = "org.apache.log4j.";

    /** Hadoop's classes that exchange Avro's objects with a job. */
    private static final List<String> AVRO_GLUE =
            List.of("org.apache.hadoop.io.serializer.avro.", "org.apache.hadoop.fs.AvroFSInput");

    /** Hadoop's generated classes of job histories, which the client reads as well. */
    private static final String HISTORY = "org.apache.hadoop.mapreduce.jobhistory.";

    /** The annotation of Avro's that Hadoop's own classes have. */
    private static final String ANNOTATION = "org.apache.avro.reflect.Stringable";

    private final Set<String> prefixes;

    private OwnLibraries(Set<String> prefixes) {
        this.prefixes = prefixes;
    }

    static OwnLibraries of(Set<String> prefixes) {
        return prefixes.isEmpty() ? NONE : new OwnLibraries(prefixes);
    }

    /**
     * The prefixes of Avro, if the tasks use it, and of log4j 1, if a class of the job derives from
     * one of its types. Neither, if a class that stays the client's can exchange its objects with
     * the tasks.
     *
     * @param code the code of the tasks
     * @param clients the names of classes that stay the client's, other than the framework's
     */
    static Set<String> keepingNames(
            TaskCode code, Predicate<String> clients, ClientLibraries client) {
        Set<String> named = code.named();
        Set<String> own = new TreeSet<>();
        if (named.stream().anyMatch(OwnLibraries::needsAvro)
                && isNotExchanged(AVRO, named, clients, client)) {
            own.add(AVRO);
        }
        if (code.derivesFrom(LOG4J) && isNotExchanged(LOG4J, named, clients, client)) {
            own.add(LOG4J);
        }
        return own;
    }

    private static boolean needsAvro(String name) {
        return name.startsWith(AVRO) || AVRO_GLUE.stream().anyMatch(name::startsWith);
    }

    private static boolean isNotExchanged(
            String library, Set<String> named, Predicate<String> clients, ClientLibraries client) {
        for (String name : named) {
            if (name.startsWith(HISTORY) || (clients.test(name) && client.uses(name, library))) {
                LOG.info(
                        "All tasks share {}* with the client, because they use the client's {},"
                                + " which may exchange its objects with them. What the library"
                                + " keeps by name may be a class of another task",
                        library,
                        name);
                return false;
            }
        }
        return true;
    }

    /** These libraries and others. */
    OwnLibraries and(OwnLibraries more) {
        Set<String> all = new TreeSet<>(prefixes);
        all.addAll(more.prefixes);
        return of(all);
    }

    /** Whether each copy loads the class of that name by itself. */
    @Override
    public boolean test(String name) {
        for (String prefix : prefixes) {
            if (name.startsWith(prefix)) {
                return !name.equals(ANNOTATION);
            }
        }
        return prefixes.contains(AVRO) && AVRO_GLUE.stream().anyMatch(name::startsWith);
    }
}
