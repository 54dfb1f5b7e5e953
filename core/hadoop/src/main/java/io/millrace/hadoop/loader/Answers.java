package io.millrace.hadoop.loader;

import java.io.IOException;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Answers the questions about a job's class files that decide how its classes are loaded and
 * shared: by a search, or from the findings of one. Thread-safe.
 */
interface Answers {

    /** The classes that come from the job's loaders although the client has them. */
    Moves moves(LoaderParts parts) throws IOException;

    /**
     * How attempts share the job's classes.
     *
     * @param own finds the class files of the job
     * @param brings whether the job brings classes, so that there may be several copies of them
     * @param clients the names of classes that stay the client's, other than the framework's
     */
    Verdict verdict(ClassLoader own, boolean brings, Predicate<String> clients);

    /**
     * Whether code of classes with these names changes a static. Several threads run it for one
     * attempt, where a cluster has one.
     */
    boolean changeStatics(Set<String> names, ClassLoader own);

    /**
     * A change that a task leaves to a later one in the same process, for people; null for none.
     */
    @Nullable String left(ClassLoader own);
}
