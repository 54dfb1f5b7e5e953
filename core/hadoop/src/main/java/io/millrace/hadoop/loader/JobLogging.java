package io.millrace.hadoop.loader;

import io.millrace.hadoop.loader.JobClassLoader.Owns;
import io.millrace.hadoop.loader.JobClassLoader.Shared;
import java.io.IOException;
import java.net.URL;
import java.util.Enumeration;
import org.jspecify.annotations.Nullable;

/**
 * The client's loader as copies of a job's classes see it if the job's logging is its own: with the
 * libraries of a {@link LoggingLoader} instead of the client's.
 */
final class JobLogging extends ClassLoader {

    static {
        registerAsParallelCapable();
    }

    private final LoggingLoader libraries;

    private JobLogging(ClassLoader parent, LoggingLoader libraries) {
        super("millrace-job-parent", parent);
        this.libraries = libraries;
    }

    /** The parts of copies whose logging is the driver's, or else one for all copies. */
    static LoaderParts under(LoaderParts parts) {
        LoggingLoader drivers = LoggingLoader.above(parts.parent());
        if (drivers != null) {
            return with(drivers, parts.parent(), parts.owns(), parts);
        }
        LoggingLoader own =
                new LoggingLoader(
                        parts.urls().toArray(URL[]::new), parts.parent(), parts.shared()::type);
        // The parent may find the job's classes as well, and would link them to its own libraries.
        Owns owns = parts.owns() == Owns.MISSING ? Owns.BROUGHT : parts.owns();
        return with(own, new JobLogging(parts.parent(), own), owns, parts);
    }

    private static LoaderParts with(
            LoggingLoader libraries, ClassLoader parent, Owns owns, LoaderParts parts) {
        return new LoaderParts(
                parts.classPath(),
                parts.urls(),
                parent,
                owns,
                new With(libraries, parts.shared()),
                parts.first(),
                parts.bytes());
    }

    LoggingLoader libraries() {
        return libraries;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        return libraries.loads(name) ? libraries.loadClass(name) : super.loadClass(name, resolve);
    }

    @Override
    public @Nullable URL getResource(String path) {
        return libraries.finds(path) ? libraries.getResource(path) : super.getResource(path);
    }

    @Override
    public Enumeration<URL> getResources(String path) throws IOException {
        return libraries.finds(path) ? libraries.getResources(path) : super.getResources(path);
    }

    /** These libraries are shared by all copies. */
    private record With(LoggingLoader libraries, Shared shared) implements Shared {

        @Override
        public boolean type(String name) {
            return libraries.owns(name) || shared.type(name);
        }

        @Override
        public boolean resource(String path) {
            return libraries.finds(path) || shared.resource(path);
        }
    }
}
