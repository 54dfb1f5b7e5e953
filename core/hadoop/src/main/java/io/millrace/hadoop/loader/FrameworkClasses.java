package io.millrace.hadoop.loader;

import io.millrace.bytecode.packages.SplitPackages;
import io.millrace.bytecode.rewrite.Rewrite;
import io.millrace.engine.config.Key;
import io.millrace.files.process.MillraceProcess;
import io.millrace.formats.config.KeySource;
import io.millrace.formats.registry.FormatProvider;
import io.millrace.formats.registry.FormatRegistry;
import java.net.URL;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.jspecify.annotations.Nullable;

/**
 * Distinguishes classes that jobs share with Hadoop and Millrace from a job's own: the shared ones
 * are the JDK's, Hadoop's, Millrace's, and libraries whose types Hadoop and user code exchange.
 * Decides by the place of a class, not only by its name: Hadoop's examples, streaming and tests are
 * jobs like any other. Thread-safe.
 */
public final class FrameworkClasses implements JobClassLoader.Shared, SplitPackages.Framework {

    private static final String SUFFIX = ".class";
    private static final String HADOOP = "org.apache.hadoop.";
    private static final String OURS = "io.millrace.";

    private static final List<String> LOGGING =
            List.of(
                    "org.slf4j.",
                    "org.apache.commons.logging.",
                    "org.apache.log4j.",
                    "org.apache.logging.log4j.",
                    "ch.qos.logback.",
                    "ch.qos.reload4j.");

    private static final List<String> OTHERS = List.of("org.apache.avro.");

    private static final List<String> EXCHANGED =
            Stream.concat(LOGGING.stream(), OTHERS.stream()).toList();

    /** Hadoop's jars that are jobs or tests rather than the framework. */
    private static final Pattern HADOOP_APPLICATION =
            Pattern.compile(
                    ".*(tests|examples|streaming|datajoin|extras|gridmix|rumen|archives|distcp|hbase|hive).*\\.jar");

    /** Copies of classes in these packages could not access package-private members. */
    private static final Pattern HADOOP_PACKAGE =
            Pattern.compile(
                    "org\\.apache\\.hadoop\\.(conf|crypto|filecache|fs|hdfs|http|io|ipc|log|mapred|mapreduce|metrics2?|net|security"
                            + "|service|util|yarn)\\..*");

    private static final Pattern HADOOP_JAR = Pattern.compile("hadoop-.*\\.jar");

    private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();

    private final ClassLoader framework;
    private final Set<String> ownPlaces = new HashSet<>();
    private final Map<String, Boolean> known = new ConcurrentHashMap<>();
    private final Map<String, Optional<String>> places = new ConcurrentHashMap<>();

    public FrameworkClasses() {
        ClassLoader loader = JobConf.class.getClassLoader();
        this.framework = loader == null ? PLATFORM : loader;
        for (Class<?> ours :
                List.of(
                        Key.class,
                        Rewrite.class,
                        KeySource.class,
                        MillraceProcess.class,
                        FrameworkClasses.class)) {
            ownPlaces.add(place(ours));
        }
        for (KeySource above : KeySource.all()) {
            ownPlaces.add(place(above.getClass()));
        }
        for (FormatProvider above : FormatRegistry.loaded().providers()) {
            ownPlaces.add(place(above.getClass()));
        }
        for (Class<?> hadoops : List.of(Configuration.class, JobConf.class)) {
            ownPlaces.add(place(hadoops));
        }
    }

    /**
     * The prefixes of libraries whose types Hadoop and user code exchange, so that two copies would
     * be incompatible.
     *
     * @param logging including those that write logs
     */
    static List<String> exchanged(boolean logging) {
        return logging ? EXCHANGED : OTHERS;
    }

    /** Includes classes in the same place and package as the framework's. */
    @Override
    public boolean type(String name) {
        return HADOOP_PACKAGE.matcher(name).matches() || contains(name);
    }

    /** Whether the class of that name belongs to the framework. */
    @Override
    public boolean contains(String name) {
        return name.startsWith("java.") || known.computeIfAbsent(name, this::find);
    }

    /** Everything except classes, such as configuration files, comes from the client first. */
    @Override
    public boolean resource(String path) {
        String type = typeOf(path);
        return type == null || type(type);
    }

    @Override
    public boolean finds(String name) {
        return place(name) != null;
    }

    /** Whether their loader finds a file that is not a class. */
    boolean findsFile(String path) {
        return framework.getResource(path) != null;
    }

    /** The jar or directory in which the framework's loader finds a class; null if it does not. */
    @Nullable String place(String name) {
        return places.computeIfAbsent(name, this::look).orElse(null);
    }

    private Optional<String> look(String name) {
        String path = path(name);
        return Optional.ofNullable(framework.getResource(path)).map(url -> place(url, path));
    }

    /** The class whose file has that path; null if it is not the path of a class file. */
    static @Nullable String typeOf(String path) {
        return path.endsWith(SUFFIX)
                ? path.substring(0, path.length() - SUFFIX.length()).replace('/', '.')
                : null;
    }

    private static String path(String name) {
        return name.replace('.', '/').concat(SUFFIX);
    }

    private boolean find(String name) {
        if (JdkClasses.contain(name)) {
            return true;
        }
        boolean hadoops = name.startsWith(HADOOP);
        if (!hadoops && !name.startsWith(OURS) && EXCHANGED.stream().noneMatch(name::startsWith)) {
            return false;
        }
        String place = place(name);
        if (place == null) {
            return false;
        }
        if (!hadoops && !name.startsWith(OURS)) {
            return true;
        }
        return ownPlaces.contains(place) || (hadoops && frameworkJar(place));
    }

    private static boolean frameworkJar(String place) {
        String file = place.substring(place.lastIndexOf('/') + 1);
        return HADOOP_JAR.matcher(file).matches() && !HADOOP_APPLICATION.matcher(file).matches();
    }

    private static String place(Class<?> type) {
        String path = path(type.getName());
        ClassLoader loader = type.getClassLoader();
        URL url = loader == null ? null : loader.getResource(path);
        return url == null ? "" : place(url, path);
    }

    /** The jar or directory of a class. */
    private static String place(URL url, String path) {
        String text = url.toString();
        String place = text.substring(0, text.length() - path.length());
        return place.endsWith("!/") ? place.substring(0, place.length() - 2) : place;
    }
}
