package io.millrace.collective.gang;

import io.millrace.collective.algorithm.ChosenCollective;
import io.millrace.collective.algorithm.Collective;
import io.millrace.collective.algorithm.Hockney;
import io.millrace.collective.algorithm.Measurement;
import io.millrace.collective.config.CollectiveKeys;
import io.millrace.collective.data.DynamicData;
import io.millrace.collective.data.LoopEnd;
import io.millrace.collective.data.LoopProgress;
import io.millrace.collective.data.LoopState;
import io.millrace.collective.data.Share;
import io.millrace.collective.rendezvous.RendezvousProvider;
import io.millrace.collective.step.Iteration;
import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.MemoryUse;
import io.millrace.exchange.gang.GangBrokenException;
import io.millrace.exchange.gang.GangMember;
import io.millrace.exchange.gang.MissingWorkersException;
import io.millrace.exchange.gang.Rendezvous;
import io.millrace.exchange.gang.Transport;
import io.millrace.files.process.MillraceProcess;
import io.millrace.hadoop.scope.TaskSlot;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Mapper;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One worker of a gang: reads its splits once, and runs the loop with the others. When a worker is
 * lost, the remaining ones keep their records, return to the end of the last iteration and wait for
 * its next attempt. Used by the task's thread.
 */
final class LoopWorker implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LoopWorker.class);

    private final Mapper<Object, Object, NullWritable, BytesWritable>.Context task;
    private final LoopSplit gang;
    private final LoopTerms terms;
    private final Collective collective;
    private final @Nullable TaskSlot slot = TaskSlot.current();
    private final MemoryBudget memory;
    private final List<SplitRecords> records = new ArrayList<>();
    private final List<StepTasks> steps = new ArrayList<>();
    private final LoopCounts counts;
    private final EndWatch watch;

    /** Null if no step has reducers. */
    private @Nullable WorkerShuffles shuffles;

    private LoopState state;

    LoopWorker(Mapper<Object, Object, NullWritable, BytesWritable>.Context task)
            throws IOException {
        this.task = task;
        this.gang = (LoopSplit) task.getInputSplit();
        Configuration conf = task.getConfiguration();
        this.terms = new LoopTerms(conf);
        this.watch = new EndWatch(new TaskWaitPolicy(task, slot), terms);
        this.collective = CollectiveKeys.ALGORITHM.in(conf::get).collective();
        this.memory =
                slot == null
                        ? OwnMemory.of(MillraceProcess.current(), conf::get)
                        : slot.memory(MemoryUse.LOOP_SHUFFLE).budget();
        LoopProgress begin = terms.begin();
        this.state = begin.state();
        this.counts = new LoopCounts(task, gang.rank(), gang.workers(), begin.counted());
    }

    void run() throws Exception {
        LoopState last = ended();
        if (last == null) {
            prepare();
            last = withTheOthers();
        }
        if (gang.rank() == 0) {
            task.write(NullWritable.get(), new BytesWritable(last.encode()));
        }
    }

    /** The end of the loop, if the others have ended it and this worker was lost; else null. */
    private @Nullable LoopState ended() throws IOException {
        LoopEnd end = terms.ended();
        if (end == null) {
            return null;
        }
        counts.take(end.counted());
        return end.state();
    }

    private LoopState withTheOthers() throws Exception {
        LoopState last = null;
        try (Rendezvous rendezvous = rendezvous()) {
            while (last == null) {
                try (Transport transport = join(rendezvous)) {
                    last = untilBroken(transport);
                } catch (EndWatch.LoopEndedException e) {
                    last = ended();
                }
            }
        }
        return last;
    }

    private Transport join(Rendezvous rendezvous) throws IOException, InterruptedException {
        watch.joins(true);
        try {
            return rendezvous.join();
        } catch (MissingWorkersException e) {
            throw new IOException(
                    e.getMessage()
                            + ". All of them need a map slot at the same time: wait until other"
                            + " jobs leave enough slots, lower "
                            + CollectiveKeys.WORKERS
                            + ", or raise "
                            + CollectiveKeys.GATHER_SECONDS,
                    e);
        } finally {
            watch.joins(false);
        }
    }

    /** Runs until the loop ends; null if another worker was lost before. */
    private @Nullable LoopState untilBroken(Transport transport) throws Exception {
        LoopState last = null;
        try {
            last = loop(transport);
        } catch (GangBrokenException e) {
            LOG.info("{} returns to iteration {}: {}", gang, state.iteration(), e.getMessage());
        } finally {
            if (last == null) {
                transport.leave();
            }
        }
        return last;
    }

    private void prepare() throws Exception {
        Configuration conf = task.getConfiguration();
        List<StepConf> confs = StepConf.read(conf);
        if (confs.stream().anyMatch(StepConf::reduces)) {
            shuffles = WorkerShuffles.open(conf, memory, gang); // before records use up the memory
        }
        MemoryAccount kept =
                slot == null
                        ? memory.account(MemoryUse.LOOP_RECORDS, task.getJobID().toString())
                        : slot.memory(MemoryUse.LOOP_RECORDS);
        for (InputSplit split : gang.splits()) {
            records.add(CachedRecords.of(split, kept, conf, task));
        }
        for (StepConf step : confs) {
            steps.add(new StepTasks(step, gang, task, records, shuffles, counts.running()));
        }
    }

    private Rendezvous rendezvous() throws IOException {
        Configuration conf = task.getConfiguration();
        GangMember self =
                new GangMember(
                        task.getJobID().toString(),
                        gang.workers(),
                        watch,
                        Duration.ofSeconds(CollectiveKeys.GATHER_SECONDS.in(conf::get)),
                        memory.account(MemoryUse.MESSAGES, task.getJobID().toString()));
        return RendezvousProvider.of(conf::get)
                .rendezvous(MillraceProcess.current(), self, gang.rank(), task);
    }

    /**
     * Runs to the end with the current gang; {@link #state} and {@link #counts} keep the completed
     * iterations.
     */
    private LoopState loop(Transport transport) throws Exception {
        measure(transport);
        LoopVote vote = new LoopVote(transport, collective, task.getConfiguration(), terms);
        counts.meet();
        state = ownPart(vote.agree(state, counts));
        while (!terms.isFinished(state)) {
            state = iterate(transport, vote);
            if (terms.due(state) && !terms.isFinished(state)) {
                LoopState whole = vote.whole(state);
                if (gang.rank() == 0) {
                    terms.checkpoint(new LoopProgress(whole, counts.sum()));
                }
            }
        }
        LoopState whole = vote.whole(state);
        if (gang.rank() == 0) {
            terms.end(new LoopEnd(whole, counts.byWorker()));
        }
        Collective.barrier(transport); // from now on, a worker that was lost finds the end
        return whole;
    }

    /** Lets the steps choose their algorithms, if any are to be chosen, for a gang that has met. */
    private void measure(Transport transport) throws IOException, InterruptedException {
        List<ChosenCollective> choosing =
                steps.stream()
                        .map(StepTasks::collective)
                        .filter(ChosenCollective::chooses)
                        .toList();
        if (!choosing.isEmpty()) {
            Hockney model = Measurement.of(transport);
            choosing.forEach(each -> each.begin(model));
            if (gang.rank() == 0) {
                counts.measured(model, transport.size());
            }
        }
    }

    /** If data is scattered, a worker keeps only the share of its map tasks. */
    private LoopState ownPart(LoopState all) {
        if (!terms.scattered()) {
            return all;
        }
        Share share = new Share(steps.get(0).conf().conf(), gang.maps());
        DynamicData own = share.of(all.data(), gang.firstMap(), gang.endMap());
        return new LoopState(all.iteration(), all.ended(), own);
    }

    private LoopState iterate(Transport transport, LoopVote vote) throws Exception {
        long start = System.nanoTime();
        long mapNanos = 0;
        int number = state.iteration() + 1;
        DynamicData data = state.data();
        boolean last = false;
        for (StepTasks step : steps) {
            Iteration iteration = new Iteration(step.conf().conf(), number);
            data = step.conf().merge(step.run(transport, data), data, iteration);
            last |= iteration.last();
            mapNanos += step.mapNanos();
        }
        List<Long> sent = steps.stream().map(step -> step.collective().sent()).toList();
        Verdict verdict = vote.end(new Verdict(last, mapNanos, sent), counts);
        counts.iteration(System.nanoTime() - start, verdict, steps);
        for (int i = 0; i < steps.size(); i++) {
            steps.get(i).collective().agree(verdict.sent().get(i));
        }
        return new LoopState(number, verdict.last(), data);
    }

    @Override
    public void close() throws IOException {
        records.forEach(SplitRecords::close);
        if (shuffles != null) {
            shuffles.close();
        }
    }
}
