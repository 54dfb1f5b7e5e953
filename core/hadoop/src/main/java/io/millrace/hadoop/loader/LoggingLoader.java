package io.millrace.hadoop.loader;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.URLConnection;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Defines the logging libraries of a job that configures its own logging: those that the job brings
 * and, for log4j 1, a second instance of the client's, whose first one writes Millrace's and
 * Hadoop's log. All other classes come from the parent first.
 *
 * <p>One such loader serves all code of the job in a process, so that a log file has one writer.
 */
public final class LoggingLoader extends URLClassLoader {

    static {
        registerAsParallelCapable();
    }

    /** The libraries' own files, and the services by which they find each other. */
    private static final Pattern RESOURCES =
            Pattern.compile(
                    "(log4j2?|log4j2-test|logback|logback-test)\\.(properties|xml|json|jsn|yaml|yml)"
                            + "|META-INF/services/(org\\.slf4j|ch\\.qos\\.logback|org\\.apache\\.(logging\\.log4j|commons\\.logging))\\..*");

    private static final String SLF4J = "org.slf4j.";

    /** A file of each library, by its prefix. SLF4J without a back end would write nothing. */
    private static final Map<String, List<String>> BROUGHT =
            Map.of(
                    SLF4J,
                    List.of(
                            "META-INF/services/org.slf4j.spi.SLF4JServiceProvider",
                            "org/slf4j/impl/StaticLoggerBinder.class"),
                    "org.apache.commons.logging.",
                    List.of("org/apache/commons/logging/LogFactory.class"),
                    "org.apache.log4j.",
                    List.of("org/apache/log4j/Logger.class"),
                    "org.apache.logging.log4j.",
                    List.of("org/apache/logging/log4j/LogManager.class"),
                    "ch.qos.logback.",
                    List.of("ch/qos/logback/core/Context.class"));

    /** The files of log4j 1, to which the client's versions of the other two write. */
    private static final List<String> LOG4J_FILES = List.of(LogSetup.FILE, LogSetup.XML);

    private static final List<String> LOG4J =
            List.of("org.apache.log4j.", "org.apache.commons.logging.", SLF4J);

    /** The prefixes of the libraries. */
    private final Set<String> libraries = new TreeSet<>();

    /** Whether SLF4J is the client's version, because the job brings none or only its interface. */
    private final boolean clientsSlf4j;

    /** Names of other classes that come from the parent if it finds them. */
    private final Predicate<String> parents;

    /**
     * A loader, to be closed by nobody: the job's threads may log until they end.
     *
     * @param urls the job's jars and directories
     * @param parent the client's loader
     * @param parents names of other classes that come from the parent if it finds them. In a forked
     *     JVM, it also finds those of the job that belong to a library, such as appenders
     */
    LoggingLoader(URL[] urls, ClassLoader parent, Predicate<String> parents) {
        super("millrace-job-logging", urls, parent);
        this.parents = parents;
        BROUGHT.forEach((library, files) -> {
            if (brings(files)) {
                libraries.add(library);
            }
        });
        this.clientsSlf4j = !libraries.contains(SLF4J);
        if (brings(LOG4J_FILES)) {
            libraries.addAll(LOG4J);
        }
    }

    private boolean brings(List<String> files) {
        return files.stream().anyMatch(each -> findResource(each) != null);
    }

    /** Whether a class of that name, or of a name that begins like this, is one of a library. */
    boolean loads(String name) {
        return libraries.stream().anyMatch(name::startsWith);
    }

    /** The one among a loader and those above it; null if there is none. */
    static @Nullable LoggingLoader above(@Nullable ClassLoader loader) {
        for (ClassLoader each = loader; each != null; each = each.getParent()) {
            if (each instanceof LoggingLoader found) {
                return found;
            }
            if (each instanceof JobLogging found) {
                return found.libraries();
            }
        }
        return null;
    }

    /** Whether a file belongs to a library, so that this loader finds the job's first. */
    boolean finds(String path) {
        String type = FrameworkClasses.typeOf(path);
        return type == null ? RESOURCES.matcher(path).matches() : loads(type);
    }

    /** Whether there is such a class, for this loader to define. */
    boolean owns(String name) {
        return loads(name) && getResource(path(name)) != null;
    }

    private static String path(String name) {
        return name.replace('.', '/').concat(".class");
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!loads(name) && !isJobs(name)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> type = findLoadedClass(name);
            return type == null ? findClass(name) : type;
        }
    }

    /** For a library, also defines classes that only the client has. */
    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        String path = path(name);
        if (!loads(name) || (!clients(path) && findResource(path) != null)) {
            return super.findClass(name);
        }
        URL url = getParent().getResource(path);
        if (url == null) {
            throw new ClassNotFoundException(name);
        }
        try {
            byte[] bytes = bytes(url);
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name + " could not be read", e);
        }
    }

    private static byte[] bytes(URL url) throws IOException {
        URLConnection connection = url.openConnection();
        connection.setUseCaches(false); // a cached jar file would stay open
        try (InputStream in = connection.getInputStream()) {
            return in.readAllBytes();
        }
    }

    private boolean isJobs(String name) {
        return !parents.test(name) && findResource(path(name)) != null;
    }

    private boolean clients(String path) {
        return clientsSlf4j && path.replace('/', '.').startsWith(SLF4J);
    }

    @Override
    public @Nullable URL getResource(String path) {
        URL own = finds(path) && !clients(path) ? findResource(path) : null;
        return own == null ? super.getResource(path) : own;
    }

    /** Those of the job hide those of the client, of which no other library must take notice. */
    @Override
    public Enumeration<URL> getResources(String path) throws IOException {
        if (!finds(path)) {
            return super.getResources(path);
        }
        Enumeration<URL> own = clients(path) ? Collections.emptyEnumeration() : findResources(path);
        return own.hasMoreElements() ? own : getParent().getResources(path);
    }
}
