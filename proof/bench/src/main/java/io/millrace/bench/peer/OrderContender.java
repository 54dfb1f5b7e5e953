package io.millrace.bench.peer;

import io.millrace.apps.workload.Workload;
import io.millrace.bench.frame.BenchException;
import io.millrace.bench.job.Contender;
import io.millrace.bench.job.Runner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Millrace with equal keys in the order of Hadoop's local runner: by its own sort and merge, or by
 * Hadoop's. Runs the workload in which each record is sorted.
 */
record OrderContender(LauncherContender launched) implements Contender {

    /** By Millrace's own sort and merge. */
    static OrderContender sorted(Path home, List<String> common) {
        return of(
                home,
                common,
                "millrace-ties",
                "Millrace, Hadoop's order of equal keys",
                "millrace.sort.ties=hadoop");
    }

    /** By Hadoop's tasks, sort and merge. */
    static OrderContender byHadoop(Path home, List<String> common) {
        return of(
                home,
                common,
                "millrace-hadoop",
                "Millrace, Hadoop's tasks and files",
                "millrace.task.runner=hadoop");
    }

    private static OrderContender of(
            Path home, List<String> common, String word, String name, String setting) {
        List<String> options =
                new ArrayList<>(LauncherContender.millrace(home, common).jobOptions());
        options.addAll(List.of("-D", setting));
        return new OrderContender(new LauncherContender(home, word, name, options, List.of()));
    }

    @Override
    public String word() {
        return launched.word();
    }

    @Override
    public String name() {
        return launched.name();
    }

    @Override
    public Optional<String> hindrance(Workload workload) {
        return workload == Workload.PLAIN_WORD_COUNT
                ? Optional.empty()
                : Optional.of("it is measured with " + Workload.PLAIN_WORD_COUNT.word() + " only");
    }

    @Override
    public Runner prepare(Workload workload, Path input, Path work)
            throws IOException, InterruptedException, BenchException {
        return launched.prepare(workload, input, work);
    }
}
