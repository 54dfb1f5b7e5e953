package io.millrace.conformance.program;

import io.millrace.conformance.program.Comparison.Way;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileUtil;

/**
 * Apache Giraph's own benchmarks: map-only jobs whose tasks wait for each other, communicate by
 * sockets, and run their own ZooKeeper. Hadoop's local runner supports one worker, Millrace also
 * two. Also its example of shortest paths, with its jars on the client's class path.
 */
final class Giraph implements Program {

    private static final String PACKAGE = "org.apache.giraph.benchmark.";
    private static final Pattern RESULT =
            Pattern.compile(
                    "\\s+(Aggregate .*|Current workers|Last checkpointed .*|Sent messages|Superstep)=\\d+");

    /** Counters that depend on the number of workers: messages are framed for each worker. */
    private static final Pattern OF_WORKERS =
            Pattern.compile("(Aggregate sent message bytes|Current workers)=\\d+");

    /**
     * Excluded: jars that a Hadoop client has in other versions, and jars for Giraph's tools only.
     */
    private static final Pattern UNWANTED =
            Pattern.compile("(slf4j|commons-cli|jline|junit|netty-3|jython).*");

    private static final Map<String, List<String>> BENCHMARKS = new LinkedHashMap<>();

    static {
        List<String> graph = List.of("-V", "500", "-e", "4");
        BENCHMARKS.put("PageRankBenchmark", with(graph, "-s", "4"));
        BENCHMARKS.put("WeightedPageRankBenchmark", with(graph, "-s", "4"));
        BENCHMARKS.put("ShortestPathsBenchmark", graph);
        BENCHMARKS.put("RandomMessageBenchmark", with(graph, "-s", "3", "-n", "5", "-b", "16"));
        BENCHMARKS.put("AggregatorsBenchmark", List.of("-V", "500", "-a", "5"));
        BENCHMARKS.put("ReducersBenchmark", List.of("-V", "500", "-r", "5"));
    }

    private static List<String> with(List<String> graph, String... more) {
        return Stream.concat(graph.stream(), Stream.of(more)).toList();
    }

    @Override
    public String name() {
        return "giraph";
    }

    @Override
    public List<Comparison> prepare(Workplace place) throws IOException, InterruptedException {
        Path jar = jar(place);
        List<Comparison> comparisons = new ArrayList<>();
        BENCHMARKS.forEach((benchmark, arguments) -> {
            Way local = () -> results(place, jar, "local", benchmark, arguments, 1);
            Way one = () -> results(place, jar, "millrace", benchmark, arguments, 1);
            comparisons.add(new Comparison(benchmark + " with 1 worker", local, one));
        });
        String benchmark = "PageRankBenchmark";
        Way one = () -> withoutWorkers(place, jar, benchmark, 1);
        Way two = () -> withoutWorkers(place, jar, benchmark, 2);
        comparisons.add(new Comparison(benchmark + " with 2 workers", one, two));
        Way known = () -> List.of("0\t1.0", "1\t0.0", "2\t2.0", "3\t1.0", "4\t5.0");
        comparisons.add(new Comparison("shortest paths", known, () -> shortestPaths(place)));
        return comparisons;
    }

    /**
     * Distances from vertex 1 in a graph of five vertices, with the default settings of Millrace.
     * Giraph starts one worker in the process if the name of the tracker is {@code local}.
     */
    private static List<String> shortestPaths(Workplace place)
            throws IOException, InterruptedException {
        Path output = place.directory().resolve("distances");
        FileUtil.fullyDelete(output.toFile());
        Path lib = place.directory().resolve("lib");
        place.run(
                "shortest-paths",
                "env",
                "HADOOP_CLASSPATH=" + lib + "/*",
                // The client's log4j lacks classes that ZooKeeper's beans need.
                "HADOOP_OPTS=-Dzookeeper.jmx.log4j.disable=true",
                place.launcher(),
                "jar",
                "--no-history",
                lib.resolve("giraph-examples-1.3.0-hadoop2.jar").toString(),
                "org.apache.giraph.GiraphRunner",
                "-Dmapred.job.tracker=local",
                "org.apache.giraph.examples.SimpleShortestPathsComputation",
                "-vif",
                "org.apache.giraph.io.formats.JsonLongDoubleFloatDoubleVertexInputFormat",
                "-vip",
                place.source("giraph/tiny.txt").toString(),
                "-vof",
                "org.apache.giraph.io.formats.IdWithValueTextOutputFormat",
                "-op",
                output.toString(),
                "-w",
                "1",
                "-ca",
                "giraph.SplitMasterWorker=false");
        return Workplace.sortedLines(output, "part-*");
    }

    private static List<String> withoutWorkers(
            Workplace place, Path jar, String benchmark, int workers)
            throws IOException, InterruptedException {
        List<String> arguments = BENCHMARKS.getOrDefault(benchmark, List.of());
        return results(place, jar, "millrace", benchmark, arguments, workers).stream()
                .filter(line -> !OF_WORKERS.matcher(line).matches())
                .toList();
    }

    /** A job jar with Giraph and, in its directory {@code lib}, its dependencies. */
    private static Path jar(Workplace place) throws IOException, InterruptedException {
        Path lib = place.directory().resolve("lib");
        place.run(
                "fetch",
                "mvn",
                "-q",
                "-B",
                "-f",
                place.source("giraph/pom.xml").toString(),
                "dependency:copy-dependencies",
                "-DincludeScope=runtime",
                "-DoutputDirectory=" + lib);
        try (Stream<Path> jars = Files.list(lib)) {
            for (Path each : jars.filter(Giraph::unwanted).toList()) {
                Files.delete(each);
            }
        }
        Path jar = place.directory().resolve("giraph.jar");
        place.run(
                "jar",
                System.getProperty("java.home") + "/bin/jar",
                "--create",
                "--file=" + jar,
                "-C",
                place.directory().toString(),
                "lib");
        return jar;
    }

    private static boolean unwanted(Path jar) {
        return UNWANTED.matcher(String.valueOf(jar.getFileName())).matches();
    }

    /** The counters of a benchmark, one in each line, sorted. */
    private static List<String> results(
            Workplace place,
            Path jar,
            String framework,
            String benchmark,
            List<String> arguments,
            int workers)
            throws IOException, InterruptedException {
        List<String> job = new ArrayList<>(List.of(jar.toString(), PACKAGE + benchmark));
        job.add("-Dmapred.job.tracker=" + framework);
        // With more than one worker, one more task runs the master.
        job.add("-Dgiraph.SplitMasterWorker=" + (workers > 1));
        job.add("-Dmillrace.map.threads=" + (workers + 1));
        if (workers > 1) { // Workers wait for each other, so they must run at the same time.
            job.add("-Dmillrace.task.isolation=slot");
        }
        // Verbose, to print the counters.
        job.addAll(List.of("-v", "-w", String.valueOf(workers)));
        job.addAll(arguments);
        Path log = place.job(benchmark + "-" + framework + "-" + workers, framework, job);
        try (Stream<String> lines = Files.lines(log)) {
            return lines.filter(line -> RESULT.matcher(line).matches())
                    .map(String::strip)
                    .distinct() // the local runner also logs the counters of each task
                    .sorted()
                    .toList();
        }
    }
}
