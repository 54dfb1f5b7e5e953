package io.millrace.cli.jar;

import io.millrace.hadoop.loader.LoggingConfiguration;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.util.RunJar;
import org.apache.hadoop.util.ShutdownHookManager;

/**
 * Starts the main class of a jar that configures a logging library. Does what Hadoop's RunJar does,
 * but with another class loader, which RunJar does not allow.
 */
final class LoggingRunJar {

    private static final String CLASSES = "classes/";

    private LoggingRunJar() {}

    /** Whether this is to start a jar. Users may ask RunJar for a loader that isolates the jar. */
    static boolean starts(Path jar) throws IOException {
        if (Boolean.parseBoolean(System.getenv(RunJar.HADOOP_USE_CLIENT_CLASSLOADER))) {
            return false;
        }
        try (JarFile file = new JarFile(jar.toFile())) {
            Enumeration<JarEntry> entries = file.entries();
            while (entries.hasMoreElements()) {
                String name = entries.nextElement().getName();
                String path = name.startsWith(CLASSES) ? name.substring(CLASSES.length()) : name;
                if (LoggingConfiguration.is(path)) {
                    return true;
                }
            }
            return false;
        }
    }

    /**
     * Runs the main on this thread.
     *
     * @throws Throwable what the main throws
     */
    static void run(Path jar, String mainClass, List<String> arguments) throws Throwable {
        Path parent = Files.createDirectories(Path.of(new Configuration().get("hadoop.tmp.dir")));
        Path directory = Files.createTempDirectory(parent, ClaimedRunJar.PREFIX);
        File unpacked = directory.toFile();
        ShutdownHookManager.get()
                .addShutdownHook(
                        () -> FileUtil.fullyDelete(unpacked), RunJar.SHUTDOWN_HOOK_PRIORITY);
        new ClaimedRunJar().unJar(jar.toFile(), unpacked);
        ClassLoader loader = loader(jar, directory);
        Thread.currentThread().setContextClassLoader(loader);
        Method main = Class.forName(mainClass, true, loader).getMethod("main", String[].class);
        try {
            main.invoke(null, (Object) arguments.toArray(String[]::new));
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }

    private static ClassLoader loader(Path jar, Path directory) throws IOException {
        List<Path> classPath = new ArrayList<>(List.of(jar, directory.resolve(CLASSES)));
        Path lib = directory.resolve("lib");
        if (Files.isDirectory(lib)) {
            try (Stream<Path> jars = Files.list(lib)) {
                jars.sorted().forEach(classPath::add);
            }
        }
        ClassLoader client = ClassLoader.getSystemClassLoader();
        ClassLoader own = LoggingConfiguration.loader(classPath, client);
        if (own != null) {
            return own;
        }
        List<URL> urls = new ArrayList<>();
        for (Path each : classPath) {
            urls.add(each.toUri().toURL());
        }
        return new URLClassLoader(urls.toArray(URL[]::new), client);
    }
}
