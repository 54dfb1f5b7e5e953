package io.millrace.bench.soak;

import io.millrace.bench.job.Settings;
import io.millrace.workloads.Likeness;
import io.millrace.workloads.Workload;
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
enum LoopProgram implements Program {
    /** Many short iterations with short messages: all-reduce. */
    K_MEANS("kmeans-loop", "kmeans-loop", Workload.K_MEANS, 600, LoopProgram.ENDLESS),
    /** The same with reducers, whose output all workers get: merge-broadcast. */
    K_MEANS_REDUCED(
            "kmeans-reducers",
            "kmeans-loop",
            Workload.K_MEANS,
            200,
            LoopProgram.ENDLESS,
            "millrace.collective.pattern=merge-broadcast"),
    /** Few iterations, each of which adds up a vector of all pages: all-reduce. */
    PAGE_RANK("pagerank-loop", "pagerank-loop", Workload.PAGE_RANK, 200, LoopProgram.PAGES),
    /**
     * A job and a loop, in which each task tells all others the ranks of its pages: all-gather.
     * There are no checkpoints, because each run of the job makes another input for the loop.
     */
    PAGE_RANK_GATHERED(
            "pagerank-gather",
            "pagerank-loop",
            Workload.PAGE_RANK,
            200,
            LoopProgram.PAGES,
            "pagerank.form=in-links",
            LoopProgram.CHECKPOINT_EVERY + "=0"),
    /** Each task keeps the counts of its words: reduce-scatter. */
    WORD_COUNT("wordcount-loop", "wordcount-loop", Workload.PLAIN_WORD_COUNT, 40),
    /** Long iterations, each of which adds up a table of topics: all-reduce. */
    TOPICS("lda-loop", "lda-loop", Workload.LDA, 40, "lda.topics=5");

    /** The centres never end the loop. */
    private static final String ENDLESS = "kmeans.tolerance=-1";

    /** A setting that gets the number of the input's lines. */
    private static final String PAGES = "pagerank.pages=";

    private static final String CHECKPOINT_EVERY = "millrace.collective.checkpoint.every";
    private static final int CHECKPOINTS = 20;

    private final String word;
    private final String program;
    private final Workload workload;
    private final int iterations;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<String> own;

    LoopProgram(String word, String program, Workload workload, int iterations, String... own) {
        this.word = word;
        this.program = program;
        this.workload = workload;
        this.iterations = iterations;
        this.own = List.of(own);
    }

    /** The loop with this name. */
    static Optional<LoopProgram> named(String word) {
        return Arrays.stream(values()).filter(each -> each.word().equals(word)).findFirst();
    }

    @Override
    public String word() {
        return word;
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
        return List.of("millrace.map.threads=" + workers, "millrace.collective.workers=" + workers);
    }

    @Override
    public List<String> command(List<String> options, SoakJob job, Path output) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(program);
        command.addAll(options);
        List<String> settings = new ArrayList<>();
        settings.add(CHECKPOINT_EVERY + "=" + iterations / CHECKPOINTS);
        settings.add("millrace.collective.checkpoint.path=" + job.checkpoint());
        for (String each : own) {
            settings.add(each.equals(PAGES) ? PAGES + lines(job.input()) : each);
        }
        command.addAll(Settings.options(settings));
        command.addAll(List.of("-iterations", Integer.toString(iterations)));
        command.addAll(List.of(job.input().toUri().toString(), output.toUri().toString()));
        return command;
    }

    private static long lines(Path input) throws IOException {
        try (Stream<String> lines = Files.lines(input)) {
            return lines.count();
        }
    }
}
