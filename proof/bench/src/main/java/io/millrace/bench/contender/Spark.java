package io.millrace.bench.contender;

import io.millrace.measure.MeasurementException;
import io.millrace.measure.process.TimedProcess;
import io.millrace.workloads.JobsJar;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** A Spark of this machine, and how programs are compiled against it and run in one process. */
public final class Spark {

    /** Advice for a machine without Spark. */
    public static final String ABSENT =
            "found no Spark in SPARK_HOME, no spark-submit on the PATH and no pyspark in python3;"
                    + " python3 -m venv V && V/bin/pip install pyspark, then put V/bin first on the PATH";

    private final Path folder;

    private Spark(Path folder) {
        this.folder = folder;
    }

    /** In SPARK_HOME, beside spark-submit on the PATH, or in the module pyspark of python3. */
    public static Optional<Spark> find() throws IOException, InterruptedException {
        return folder().map(Spark::new);
    }

    /** That of a machine that has one, see {@link #hindrance}. */
    static Spark required() throws IOException, InterruptedException, MeasurementException {
        return find().orElseThrow(() -> new MeasurementException(ABSENT));
    }

    /** Why Spark cannot run here. */
    static Optional<String> hindrance() throws IOException, InterruptedException {
        return find().isPresent() ? Optional.empty() : Optional.of(ABSENT);
    }

    private static Optional<Path> folder() throws IOException, InterruptedException {
        Optional<Path> named = Programs.folderIn("SPARK_HOME");
        if (named.isPresent()) {
            return named.filter(Spark::isSpark);
        }
        Optional<Path> submit = Programs.onPath("spark-submit");
        if (submit.isPresent()) {
            Path beside = submit.get().toRealPath().resolve("../..").normalize();
            if (isSpark(beside)) {
                return Optional.of(beside);
            }
        }
        return Programs.output(
                        "python3",
                        "-c",
                        "import importlib.util as u; print(u.find_spec('pyspark').submodule_search_locations[0])")
                .map(Path::of)
                .filter(Spark::isSpark);
    }

    private static boolean isSpark(Path folder) {
        return Files.isDirectory(folder.resolve("jars"))
                && Files.isExecutable(folder.resolve("bin/spark-submit"));
    }

    /** Compiles the bench's own programs for Spark to a jar in {@code work}. */
    public Path jar(Path home, Path work) throws IOException, MeasurementException {
        Path programs = home.resolve("proof/bench/src/spark");
        Path classes = Files.createDirectories(work.resolve("classes"));
        List<String> arguments =
                new ArrayList<>(
                        List.of(
                                "-nowarn",
                                "-proc:none",
                                "-d",
                                classes.toString(),
                                "-cp",
                                classPath(home)));
        try (Stream<Path> sources = Files.list(programs)) {
            sources.map(Path::toString).forEach(arguments::add);
        }
        int exit =
                ToolProvider.getSystemJavaCompiler()
                        .run(null, System.err, System.err, arguments.toArray(String[]::new));
        if (exit != 0) {
            throw new MeasurementException(
                    programs + " does not compile against the Spark in " + folder + "; see above");
        }
        Path jar = work.resolve("spark-jobs.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> files = Files.list(classes)) {
            for (Path file : (Iterable<Path>) files.sorted()::iterator) {
                out.putNextEntry(new JarEntry(file.getFileName().toString()));
                Files.copy(file, out);
            }
        }
        return jar;
    }

    private String classPath(Path home) throws IOException {
        try (Stream<Path> jars = Files.list(folder.resolve("jars"))) {
            return Stream.concat(jars, Stream.of(examples(home)))
                    .map(Path::toString)
                    .collect(Collectors.joining(File.pathSeparator));
        }
    }

    /** Has the formats of TeraSort's records. */
    public static Path examples(Path home) {
        return TimedProcess.jar(home, JobsJar.HADOOP_EXAMPLES);
    }

    /** A place of so many threads of one process, with the heap that this process has. */
    public static List<String> local(int cores) {
        return List.of("--master", "local[" + cores + "]", "--driver-memory", megabytes(1) + "m");
    }

    /** A place of so many processes of a thread each, which share that heap. */
    static List<String> executors(int count) {
        long each = megabytes(count);
        return List.of(
                "--master",
                "local-cluster[%d,1,%d]".formatted(count, each),
                "--executor-memory",
                each + "m");
    }

    private static long megabytes(int processes) {
        return (Runtime.getRuntime().maxMemory() >> 20) / processes;
    }

    /** The command that runs a program in a place. */
    public List<String> submit(
            List<String> place, Path jar, List<Path> others, String program, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(folder.resolve("bin/spark-submit").toString());
        command.addAll(place);
        command.addAll(List.of("--conf", "spark.ui.enabled=false"));
        if (!others.isEmpty()) {
            String jars = others.stream().map(Path::toString).collect(Collectors.joining(","));
            command.addAll(List.of("--jars", jars));
        }
        command.addAll(List.of("--class", program, jar.toString()));
        command.addAll(List.of(arguments));
        return command;
    }

    /** Environment of that command: this JVM, and no lookup of the host's name. */
    public Map<String, String> environment() {
        return Map.of(
                "JAVA_HOME",
                System.getProperty("java.home"),
                "SPARK_HOME",
                folder.toString(),
                "SPARK_LOCAL_IP",
                "127.0.0.1");
    }
}
