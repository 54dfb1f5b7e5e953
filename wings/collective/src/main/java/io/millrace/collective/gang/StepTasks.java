package io.millrace.collective.gang;

import io.millrace.collective.algorithm.ChosenCollective;
import io.millrace.collective.config.CollectiveKeys;
import io.millrace.collective.data.DynamicData;
import io.millrace.collective.data.KeyValue;
import io.millrace.collective.data.Share;
import io.millrace.collective.shuffle.StepShuffle;
import io.millrace.exchange.gang.Transport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Mapper;
import org.jspecify.annotations.Nullable;

/** The map tasks of one step on one worker, for all iterations. Used by the worker's thread. */
final class StepTasks {

    private final StepConf step;
    private final LoopSplit gang;
    private final Mapper<?, ?, ?, ?>.Context worker;
    private final List<SplitRecords> records;
    private final Counters counts;
    private final ChosenCollective collective;
    private final Function<DynamicData, Round> rounds;
    private final @Nullable Share share;
    private final int tries;
    private final List<StepMapAttempt> next = new ArrayList<>();
    private long mapNanos;

    /**
     * The tasks of a step.
     *
     * @param counts get those of the tasks that succeed in an iteration
     */
    StepTasks(
            StepConf step,
            LoopSplit gang,
            Mapper<?, ?, ?, ?>.Context worker,
            List<SplitRecords> records,
            @Nullable WorkerShuffles shuffles,
            Counters counts)
            throws IOException {
        this.step = step;
        this.gang = gang;
        this.worker = worker;
        this.records = records;
        this.counts = counts;
        this.collective = new ChosenCollective(CollectiveKeys.ALGORITHM.in(step.conf()::get));
        this.rounds = rounds(shuffles);
        this.share = step.scattered() ? new Share(step.conf(), gang.maps()) : null;
        this.tries = step.conf().getMaxMapAttempts();
        setUp();
    }

    private Function<DynamicData, Round> rounds(@Nullable WorkerShuffles shuffles)
            throws IOException {
        JobConf conf = step.conf();
        if (step.reduces()) {
            StepShuffle shuffle = Objects.requireNonNull(shuffles).of(conf);
            return new ReduceRounds(conf, gang, worker, shuffle, collective, counts)::next;
        }
        FoldRounds folds = new FoldRounds(step, gang, collective);
        return data -> folds.next();
    }

    StepConf conf() {
        return step;
    }

    /** The collective of the step, unless it is a reduce-scatter. */
    ChosenCollective collective() {
        return collective;
    }

    /** Creates the tasks of the next iteration; they run when its data exists. */
    private void setUp() {
        for (int i = 0; i < records.size(); i++) {
            if (next.size() == i) {
                next.add(newTry(i, 0));
            } else if (!next.get(i).reusable()) {
                next.set(i, newTry(i, 0));
            }
        }
    }

    private StepMapAttempt newTry(int split, int number) {
        return new StepMapAttempt(
                step.conf(), worker, records.get(split), gang.firstMap() + split, number, counts);
    }

    /** Runs this worker's map tasks with {@code data}, and takes part in the collective. */
    List<KeyValue> run(Transport transport, DynamicData data) throws Exception {
        try (Round round = rounds.apply(data)) {
            mapNanos = 0;
            for (int i = 0; i < next.size(); i++) {
                int map = gang.firstMap() + i;
                DynamicData own = share == null ? data : share.of(data, map, map + 1);
                StepOutput output = written(round, i, next.get(i), own);
                try {
                    round.commit(map, output);
                } finally {
                    output.close();
                }
            }
            setUp();
            return round.finish(transport);
        }
    }

    /** Run time of mappers in the last iteration. */
    long mapNanos() {
        return mapNanos;
    }

    /** The output of a map task, from its first successful try. */
    private StepOutput written(Round round, int split, StepMapAttempt first, DynamicData data)
            throws Exception {
        return Tries.run(
                () -> "map task " + (gang.firstMap() + split) + " of " + gang,
                "mapreduce.map.maxattempts",
                tries,
                number -> {
                    StepMapAttempt attempt = number == 0 ? first : newTry(split, number);
                    StepOutput output = round.newOutput(gang.firstMap() + split, number);
                    boolean done = false;
                    try {
                        mapNanos += attempt.run(data, output);
                        done = true;
                        return output;
                    } finally {
                        if (!done) {
                            output.close();
                        }
                    }
                });
    }
}
