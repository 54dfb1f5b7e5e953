package io.millrace.hadoop.loader;

import io.millrace.bytecode.file.ClassListing;
import io.millrace.bytecode.packages.SplitPackages;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The file in which a job configures a logging library. */
public final class LoggingConfiguration {

    private static final Logger LOG = LoggerFactory.getLogger(LoggingConfiguration.class);

    /** Those that a library looks for by itself. */
    private static final List<String> FILES =
            List.of(
                    LogSetup.FILE,
                    LogSetup.XML,
                    "log4j2.properties",
                    "log4j2.xml",
                    "log4j2.json",
                    "log4j2.yaml",
                    "log4j2.yml",
                    "logback.xml");

    private LoggingConfiguration() {}

    /** Whether a file with that path in a job's jar is one. */
    public static boolean is(String path) {
        return FILES.contains(path);
    }

    /**
     * The loader of a driver whose logging is its own; null if its jar has no such file, or if
     * Hadoop must have the same logging.
     *
     * @param classPath the jar and the libraries in it
     */
    public static @Nullable URLClassLoader loader(List<Path> classPath, ClassLoader parent)
            throws IOException {
        return wins(classPath, new FrameworkClasses(), false)
                ? new LoggingLoader(urls(classPath), parent, name -> true)
                : null;
    }

    private static URL[] urls(List<Path> classPath) throws MalformedURLException {
        List<URL> urls = new ArrayList<>();
        for (Path each : classPath) {
            urls.add(each.toUri().toURL());
        }
        return urls.toArray(URL[]::new);
    }

    /**
     * Whether a job's logging is its own. A file that the client also has configures the client's
     * logging, and thereby the job's, except in a process whose log Millrace configures.
     *
     * @param first whether the job's classes hide the client's
     */
    static boolean wins(List<Path> classPath, FrameworkClasses framework, boolean first)
            throws IOException {
        try (LoggingLoader own =
                new LoggingLoader(
                        urls(classPath), ClassLoader.getSystemClassLoader(), name -> true)) {
            for (String file : FILES) {
                if (own.findResource(file) != null
                        && (LogSetup.isOurs() || !framework.findsFile(file))) {
                    return isNotExchanged(file, classPath, own, framework, first);
                }
            }
            return false;
        }
    }

    private static boolean isNotExchanged(
            String file,
            List<Path> classPath,
            LoggingLoader own,
            FrameworkClasses framework,
            boolean first)
            throws IOException {
        Map<String, Set<String>> brought = SplitPackages.byPackage(ClassListing.in(classPath));
        Predicate<String> clients =
                name ->
                        !own.loads(name)
                                && (framework.type(name) || (!first && framework.finds(name)));
        String exchange =
                SplitPackages.exchange(
                        name -> own.loads(name.concat(".")),
                        brought,
                        clients,
                        framework,
                        own,
                        own.getParent());
        if (exchange != null) {
            LOG.warn(
                    "The job's {} has no effect: {}, so both use the same logging library",
                    file,
                    exchange);
        }
        return exchange == null;
    }
}
