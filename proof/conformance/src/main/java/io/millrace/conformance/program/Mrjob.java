package io.millrace.conformance.program;

import io.millrace.conformance.program.Comparison.Way;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileUtil;

/**
 * Jobs of mrjob, a Python library for Hadoop Streaming jobs: compares its {@code hadoop} runner,
 * with Millrace's launcher instead of Hadoop's, with its own runner in one Python process.
 */
final class Mrjob implements Program {

    private static final String INLINE = "inline";
    private static final List<String> JOBS = List.of("words", "means");

    @Override
    public String name() {
        return "mrjob";
    }

    @Override
    public List<Comparison> prepare(Workplace place) throws IOException, InterruptedException {
        Path venv = place.directory().resolve("venv");
        place.run("fetch", "python3", "-m", "venv", venv.toString());
        Path python = venv.resolve("bin/python");
        place.run(
                "fetch",
                python.toString(),
                "-m",
                "pip",
                "install",
                "-q",
                "mrjob==0.7.4",
                "setuptools<80");
        List<Comparison> comparisons = new ArrayList<>();
        for (String isolation : List.of("auto", "process")) {
            for (String job : JOBS) {
                comparisons.add(
                        new Comparison(
                                job + " with isolation " + isolation,
                                way(place, python, job, INLINE, List.of("--runner=" + INLINE)),
                                way(
                                        place,
                                        python,
                                        job,
                                        "hadoop-" + isolation,
                                        hadoop(place, python, isolation))));
            }
        }
        return comparisons;
    }

    private static List<String> hadoop(Workplace place, Path python, String isolation)
            throws IOException {
        return List.of(
                "--runner=hadoop",
                "--hadoop-bin",
                place.launcher(),
                "--hadoop-tmp-dir",
                place.directory().resolve("tmp").toUri().toString(),
                "--hadoop-streaming-jar",
                streamingJar(place),
                "--python-bin",
                python.toString(),
                "-D",
                "millrace.task.isolation=" + isolation);
    }

    private static String streamingJar(Workplace place) throws IOException {
        String classPath =
                Files.readString(place.home().resolve("proof/conformance/target/dist/classpath"));
        return Arrays.stream(classPath.strip().split(File.pathSeparator))
                .filter(each -> each.contains("hadoop-streaming"))
                .findFirst()
                .orElseThrow(() -> new IOException("the class path has no hadoop-streaming"));
    }

    private static Way way(
            Workplace place, Path python, String job, String run, List<String> options) {
        return () -> {
            Path output = place.directory().resolve(job + "-" + run);
            FileUtil.fullyDelete(output.toFile());
            List<String> command = new ArrayList<>();
            command.add(python.toString());
            command.add(place.source("mrjob/" + job + ".py").toString());
            command.addAll(options);
            command.add("--no-cat-output");
            command.add("--output-dir=" + (run.equals(INLINE) ? output : output.toUri()));
            try (Stream<Path> pages = Files.list(place.input())) {
                pages.map(Path::toString)
                        .filter(name -> name.endsWith(".md"))
                        .sorted()
                        .forEach(command::add);
            }
            place.run(job + "-" + run, command.toArray(String[]::new));
            return Workplace.sortedLines(output, "part-*");
        };
    }
}
