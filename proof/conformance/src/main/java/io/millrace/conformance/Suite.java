package io.millrace.conformance;

import io.millrace.conformance.Cases.Case;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** Runs a list of test classes, several at a time. */
final class Suite {

    private final TestJvm jvm;
    private final int atOnce;

    Suite(TestJvm jvm, int atOnce) {
        this.jvm = jvm;
        this.atOnce = atOnce;
    }

    /** Runs all classes and reports each one as it ends. */
    Score run(List<Case> cases, Consumer<String> progress)
            throws IOException, InterruptedException {
        Score score = new Score();
        ExecutorService pool = Executors.newFixedThreadPool(atOnce);
        try {
            List<Future<?>> runs = new ArrayList<>();
            for (Case each : cases) {
                runs.add(
                        pool.submit(() -> {
                            progress.accept(score.add(each, jvm.run(each.className())));
                            return true;
                        }));
            }
            for (Future<?> run : runs) {
                run.get();
            }
        } catch (ExecutionException e) {
            throw new IOException("cannot run a test JVM: " + e.getCause(), e.getCause());
        } finally {
            pool.shutdownNow();
        }
        return score;
    }
}
