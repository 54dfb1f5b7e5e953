package io.millrace.hadoop.loader;

import io.millrace.hadoop.loader.JobClassLoader.Owns;
import io.millrace.hadoop.loader.JobClassLoader.Shared;
import java.net.URL;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;

/**
 * The parts of all copies of a job's classes.
 *
 * @param classPath the job's jar and libjars
 * @param urls the same
 * @param parent loads the submitter's own classes
 * @param owns which classes each copy defines
 * @param shared the classes that no copy defines
 * @param first whether the job's classes hide the client's of the same names
 */
record LoaderParts(
        List<Path> classPath,
        List<URL> urls,
        ClassLoader parent,
        Owns owns,
        Shared shared,
        boolean first,
        ClassBytes bytes) {

    /** A copy, which also defines the classes with these names. */
    JobClassLoader loader(Predicate<String> whole) {
        return new JobClassLoader(urls, parent, owns, shared, whole, bytes);
    }
}
