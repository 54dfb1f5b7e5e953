package io.millrace.conformance.program;

import io.millrace.conformance.program.Comparison.Way;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.fs.FileUtil;

/** Pipelines for Apache Crunch, each with a few jobs that partly run concurrently. */
final class Crunch implements Program {

    private static final List<String> PIPELINES =
            List.of(
                    "count",
                    "sum",
                    "top",
                    "distinct",
                    "union",
                    "sort",
                    "secondary-sort",
                    "join",
                    "full-join",
                    "map-side-join",
                    "bloom-join",
                    "cogroup",
                    "difference");

    @Override
    public String name() {
        return "crunch";
    }

    @Override
    public List<Comparison> prepare(Workplace place) throws IOException, InterruptedException {
        Path lib =
                place.fetch("org.apache.crunch:crunch-core:1.0.0", "commons-lang:commons-lang:2.6");
        Path jar = jar(place, lib);
        return PIPELINES.stream()
                .map(each ->
                        new Comparison(
                                each,
                                way(place, jar, "local", each),
                                way(place, jar, "millrace", each)))
                .toList();
    }

    /** A job jar with the pipelines and, in its directory {@code lib}, Crunch. */
    private static Path jar(Workplace place, Path lib) throws IOException, InterruptedException {
        Path classes = Files.createDirectories(place.directory().resolve("classes"));
        String java = System.getProperty("java.home") + "/bin/";
        String hadoop = place.home().resolve("app/cli/target/dist/lib/hadoop") + "/*";
        place.run(
                "javac",
                java + "javac",
                "-nowarn",
                "-proc:none",
                "-cp",
                lib + "/*" + File.pathSeparator + hadoop,
                "-d",
                classes.toString(),
                place.source("crunch/Pipelines.java").toString());
        Path jar = place.directory().resolve("pipelines.jar");
        place.run(
                "jar",
                java + "jar",
                "--create",
                "--file=" + jar,
                "-C",
                classes.toString(),
                ".",
                "-C",
                place.directory().toString(),
                "lib");
        return jar;
    }

    private static Way way(Workplace place, Path jar, String framework, String pipeline) {
        return () -> {
            String run = pipeline + "-" + framework;
            Path output = place.directory().resolve(run);
            FileUtil.fullyDelete(output.toFile());
            place.job(
                    run,
                    framework,
                    List.of(
                            jar.toString(),
                            "Pipelines",
                            pipeline,
                            place.input().toString() + "/*.md",
                            output.toString()));
            return Workplace.sortedLines(output, "part-*");
        };
    }
}
