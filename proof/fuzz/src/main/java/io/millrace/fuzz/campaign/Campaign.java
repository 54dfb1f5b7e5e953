package io.millrace.fuzz.campaign;

import io.millrace.fuzz.run.Sources;
import io.millrace.fuzz.run.Workplace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Writes programs and runs each, one round after another; the next round is compiled meanwhile. */
public final class Campaign {

    private static final long ROUND_MINUTES = 10;

    private final CampaignPlan plan;
    private final Sources sources = new Sources();
    private final Consumer<CampaignProgress> listener;

    /**
     * A campaign that has not begun.
     *
     * @param listener called after each round, on the thread that runs the campaign
     */
    public Campaign(CampaignPlan plan, Consumer<CampaignProgress> listener) {
        this.plan = plan;
        this.listener = listener;
    }

    /** Runs the campaign to its end, and simplifies its findings. */
    public CampaignProgress run() throws IOException, InterruptedException {
        CampaignProgress progress = new CampaignProgress();
        ExecutorService compiler = Executors.newSingleThreadExecutor(Campaign::daemon);
        ExecutorService threads = Executors.newFixedThreadPool(plan.threads(), Campaign::daemon);
        try (Workplace place = Workplace.open()) {
            ProgramRun runs = new ProgramRun(place, plan);
            Future<Round> next = compiler.submit(preparing(0));
            for (int done = 0; done < plan.programs() && !ended(progress); done += Round.SIZE) {
                Round round = result(next);
                next = compiler.submit(preparing(done + Round.SIZE));
                run(threads, runs, round, progress);
                listener.accept(progress);
            }
            Simplifier simplifier = new Simplifier(place, sources, plan);
            for (Finding finding : progress.findings()) {
                progress.replace(finding, simplifier.simplest(finding));
            }
        } finally {
            compiler.shutdownNow();
            threads.shutdownNow();
        }
        return progress;
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "fuzz");
        thread.setDaemon(true);
        return thread;
    }

    private Callable<Round> preparing(int from) {
        int count = Math.max(0, Math.min(Round.SIZE, plan.programs() - from));
        return () -> Round.prepare(sources, plan.seed() + from, count);
    }

    private boolean ended(CampaignProgress progress) {
        return progress.findings().size() >= plan.differences()
                || progress.elapsed().compareTo(plan.time()) > 0;
    }

    private static void run(
            ExecutorService threads, ProgramRun runs, Round round, CampaignProgress progress)
            throws IOException, InterruptedException {
        List<Callable<ProgramRun.Result>> work = new ArrayList<>();
        round.entries().forEach(entry -> work.add(() -> runs.run(entry, round.engine())));
        List<Future<ProgramRun.Result>> results =
                threads.invokeAll(work, ROUND_MINUTES, TimeUnit.MINUTES);
        for (int i = 0; i < results.size(); i++) {
            try {
                progress.add(result(results.get(i)));
            } catch (CancellationException e) {
                throw new IOException(
                        "program %d did not end in %d minutes"
                                .formatted(round.entries().get(i).seed(), ROUND_MINUTES),
                        e);
            }
        }
    }

    private static <T> T result(Future<T> work) throws IOException, InterruptedException {
        try {
            return work.get();
        } catch (ExecutionException e) {
            throw new IOException("a program could not be compiled or run", e.getCause());
        }
    }
}
