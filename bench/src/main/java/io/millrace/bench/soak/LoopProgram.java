package io.millrace.bench.soak;

import io.millrace.apps.workload.Likeness;
import io.millrace.apps.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The loops with collectives, which write checkpoints. Each lasts some seconds, so that most of the
 * events come between two iterations, and not at the start of the workers.
 */
public enum LoopProgram implements Program {
    /** Many short iterations with short messages. */
    K_MEANS(Workload.K_MEANS, 600) {
        @Override
        String setting(Path input) {
            return "kmeans.tolerance=-1"; // the centres never end it
        }
    },
    /** Few iterations, each of which adds up a vector of all pages. */
    PAGE_RANK(Workload.PAGE_RANK, 200) {
        @Override
        String setting(Path input) throws IOException {
            try (Stream<String> lines = Files.lines(input)) {
                return "pagerank.pages=" + lines.count();
            }
        }
    },
    /** Long iterations, each of which adds up a table of topics. */
    TOPICS(Workload.LDA, 40) {
        @Override
        String setting(Path input) {
            return "lda.topics=5";
        }
    };

    private static final int CHECKPOINTS = 20;

    private final Workload workload;
    private final int iterations;

    LoopProgram(Workload workload, int iterations) {
        this.workload = workload;
        this.iterations = iterations;
    }

    /** The loop with this name. */
    public static Optional<LoopProgram> named(String word) {
        return Arrays.stream(values()).filter(each -> each.word().equals(word)).findFirst();
    }

    /** Its own setting for an input. */
    abstract String setting(Path input) throws IOException;

    @Override
    public String word() {
        return workload.word() + "-loop";
    }

    @Override
    public Workload workload() {
        return workload;
    }

    /** By default, the order in which values are combined is fixed. */
    @Override
    public Likeness likeness() {
        return Likeness.EXACT;
    }

    /** They count all iterations, including those before a checkpoint or a lost worker. */
    @Override
    public List<String> counters() {
        return List.of("Map input records", "Map output records");
    }

    /** Each worker has one task of the loop. */
    @Override
    public List<String> settings(int workers) {
        return List.of(
                "-D",
                "millrace.map.threads=" + workers,
                "-D",
                "millrace.collective.workers=" + workers);
    }

    @Override
    public List<String> command(List<String> options, SoakJob job, Path output) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(word());
        command.addAll(options);
        for (String each :
                List.of(
                        setting(job.input()),
                        "millrace.collective.checkpoint.every=" + iterations / CHECKPOINTS,
                        "millrace.collective.checkpoint.path=" + job.checkpoint())) {
            command.addAll(List.of("-D", each));
        }
        command.addAll(List.of("-iterations", Integer.toString(iterations)));
        command.addAll(List.of(job.input().toUri().toString(), output.toUri().toString()));
        return command;
    }
}
