package io.millrace.collective.gang;

import io.millrace.collective.algorithm.Collective;
import io.millrace.collective.config.CollectiveKeys;
import io.millrace.collective.config.Pattern;
import io.millrace.collective.data.KeyValue;
import io.millrace.collective.data.Share;
import io.millrace.collective.table.Fold;
import io.millrace.collective.table.FoldMerging;
import io.millrace.collective.table.Table;
import io.millrace.collective.table.TableTypes;
import io.millrace.exchange.gang.Transport;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapred.JobConf;
import org.jspecify.annotations.Nullable;

/**
 * All-reduce, all-gather and reduce-scatter: values are folded by key, first in the map task, then
 * in the worker as map tasks end, then between workers. The step's configuration is read once. Used
 * by the worker's thread.
 */
final class FoldRounds {

    private final LoopSplit gang;
    private final TableTypes types;
    private final FoldMerging merging;
    private final Collective collective;

    /** The owners of the keys of a reduce-scatter; null if all workers get all keys. */
    private final @Nullable Share share;

    FoldRounds(StepConf step, LoopSplit gang, Collective collective) {
        JobConf conf = step.conf();
        this.gang = gang;
        this.types = new TableTypes(conf);
        this.merging = new FoldMerging(types, CollectiveKeys.ORDER.in(conf::get), gang.maps());
        this.collective = collective;
        this.share = step.pattern() == Pattern.REDUCE_SCATTER ? new Share(conf, gang.maps()) : null;
    }

    /** The step in the next iteration. */
    Round next() {
        return new FoldRound();
    }

    private record Output(Table table) implements StepOutput {

        @Override
        public void write(Writable key, Writable value) throws IOException {
            table.add(key, value);
        }
    }

    private final class FoldRound implements Round {

        private final Fold fold = merging.empty();

        @Override
        public StepOutput newOutput(int map, int number) {
            return new Output(new Table(types));
        }

        @Override
        public void commit(int map, StepOutput output) throws IOException {
            fold.add(map, ((Output) output).table());
        }

        @Override
        public List<KeyValue> finish(Transport transport) throws IOException, InterruptedException {
            if (share == null) {
                return collective.allReduce(transport, fold, merging).results();
            }
            List<Fold> pieces =
                    fold.split(gang.workers(), key -> gang.workerOf(share.owner(types.key(key))));
            return Collective.reduceScatter(transport, pieces, merging).results();
        }
    }
}
