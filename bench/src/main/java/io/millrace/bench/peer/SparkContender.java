package io.millrace.bench.peer;

import io.millrace.apps.workload.JobsJar;
import io.millrace.apps.workload.Workload;
import io.millrace.bench.job.BenchException;
import io.millrace.bench.job.Contender;
import io.millrace.bench.job.Figures;
import io.millrace.bench.job.OutputForm;
import io.millrace.bench.job.Runner;
import io.millrace.bench.job.TimedProcess;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * Spark in one process, with programs for its RDDs that are compiled against the Spark that is
 * found: in SPARK_HOME, beside spark-submit on the PATH, or in the module pyspark of python3.
 */
final class SparkContender implements Contender {

    private static final Set<Workload> PROGRAMS =
            EnumSet.of(
                    Workload.WORD_COUNT,
                    Workload.INVERTED_INDEX,
                    Workload.TERA_SORT,
                    Workload.AGGREGATION,
                    Workload.K_MEANS,
                    Workload.PAGE_RANK);

    private static final String PROGRAM = "SparkJobs";

    private final Path home;
    private final int cores;
    private @Nullable Path spark;

    SparkContender(Path home, int cores) {
        this.home = home;
        this.cores = cores;
    }

    @Override
    public String word() {
        return "spark";
    }

    @Override
    public String name() {
        return "Spark local[" + cores + "], RDD";
    }

    @Override
    public Optional<String> hindrance(Workload workload) throws IOException, InterruptedException {
        if (!PROGRAMS.contains(workload)) {
            return Optional.of("there is no program for it in bench/src/spark");
        }
        if (spark == null) {
            spark = find().orElse(null);
        }
        return spark != null
                ? Optional.empty()
                : Optional.of(
                        "found no Spark in SPARK_HOME, no spark-submit on the PATH and no pyspark in python3;"
                                + " python3 -m venv V && V/bin/pip install pyspark, then put V/bin first on the PATH");
    }

    private static Optional<Path> find() throws IOException, InterruptedException {
        Optional<Path> named = Programs.folderIn("SPARK_HOME");
        if (named.isPresent()) {
            return named.filter(SparkContender::isSpark);
        }
        Optional<Path> submit = Programs.onPath("spark-submit");
        if (submit.isPresent()) {
            Path folder = submit.get().toRealPath().resolve("../..").normalize();
            if (isSpark(folder)) {
                return Optional.of(folder);
            }
        }
        return Programs.output(
                        "python3",
                        "-c",
                        "import importlib.util as u; print(u.find_spec('pyspark').submodule_search_locations[0])")
                .map(Path::of)
                .filter(SparkContender::isSpark);
    }

    private static boolean isSpark(Path folder) {
        return Files.isDirectory(folder.resolve("jars"))
                && Files.isExecutable(folder.resolve("bin/spark-submit"));
    }

    @Override
    public Runner prepare(Workload workload, Path input, Path work)
            throws IOException, BenchException {
        Path found = Objects.requireNonNull(spark, "no hindrance, and yet no Spark");
        Path jar = compiled(found, work);
        return new SparkRunner(found, jar, workload, input, work);
    }

    private Path compiled(Path found, Path work) throws IOException, BenchException {
        Path source = home.resolve("bench/src/spark").resolve(PROGRAM + ".java");
        Path classes = Files.createDirectories(work.resolve("classes"));
        int exit =
                ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                System.err,
                                System.err,
                                "-nowarn",
                                "-proc:none",
                                "-d",
                                classes.toString(),
                                "-cp",
                                classPath(found),
                                source.toString());
        if (exit != 0) {
            throw new BenchException(
                    source + " does not compile against the Spark in " + found + "; see above");
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

    private String classPath(Path found) throws IOException {
        try (Stream<Path> jars = Files.list(found.resolve("jars"))) {
            return Stream.concat(jars, Stream.of(examples()))
                    .map(Path::toString)
                    .collect(Collectors.joining(File.pathSeparator));
        }
    }

    /** Has the formats of TeraSort's records. */
    private Path examples() {
        return TimedProcess.jar(home, JobsJar.HADOOP_EXAMPLES);
    }

    private final class SparkRunner implements Runner {

        private final Path found;
        private final Path jar;
        private final Workload workload;
        private final Path input;
        private final Path work;

        SparkRunner(Path found, Path jar, Workload workload, Path input, Path work) {
            this.found = found;
            this.jar = jar;
            this.workload = workload;
            this.input = input;
            this.work = work;
        }

        @Override
        public Figures run(Path output) throws IOException, InterruptedException, BenchException {
            List<String> command =
                    List.of(
                            found.resolve("bin/spark-submit").toString(),
                            "--master",
                            "local[" + cores + "]",
                            "--driver-memory",
                            (Runtime.getRuntime().maxMemory() >> 20) + "m",
                            "--conf",
                            "spark.ui.enabled=false",
                            "--jars",
                            examples().toString(),
                            "--class",
                            PROGRAM,
                            jar.toString(),
                            workload.word(),
                            input.toUri().toString(),
                            output.toUri().toString());
            Map<String, String> environment =
                    Map.of(
                            "JAVA_HOME",
                            System.getProperty("java.home"),
                            "SPARK_HOME",
                            found.toString(),
                            "SPARK_LOCAL_IP",
                            "127.0.0.1");
            return new TimedProcess(name(), command, environment).run(work, List.of());
        }

        @Override
        public OutputForm form() {
            return workload == Workload.TERA_SORT ? OutputForm.OTHER_FILES : OutputForm.LINES;
        }
    }
}
