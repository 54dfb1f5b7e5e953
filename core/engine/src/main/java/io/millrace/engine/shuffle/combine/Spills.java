package io.millrace.engine.shuffle.combine;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.run.RunSet;
import io.millrace.engine.shuffle.context.ShuffleContext;
import io.millrace.engine.spill.SpillArea;
import io.millrace.engine.stream.ChunkWriter;
import io.millrace.engine.stream.Tally;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.Cancellation;
import io.millrace.engine.ties.HadoopTerms;
import io.millrace.engine.ties.SegmentMerge;
import io.millrace.engine.ties.SegmentMerge.Spill;
import io.millrace.engine.trace.OpenSpan;
import io.millrace.engine.trace.Phase;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The spills of one map attempt whose output has equal keys in Hadoop's order, and their merge. A
 * spill consists of all run sets with its number in the upper half of their sequence.
 */
public final class Spills {

    private final AttemptGuard guard;
    private final ShuffleContext context;
    private final HadoopTerms terms;
    private final SpillArea area;
    private final @Nullable ChunkCombiner combiner;

    /** Records and bytes, by spill and partition. */
    @GuardedBy("itself")
    private final Map<Integer, Tally> tallies = new TreeMap<>();

    public Spills(
            AttemptGuard guard,
            ShuffleContext context,
            HadoopTerms terms,
            SpillArea area,
            @Nullable ChunkCombiner combiner) {
        this.guard = guard;
        this.context = context;
        this.terms = terms;
        this.area = area;
        this.combiner = combiner;
    }

    /** Counts records of the run set with this sequence. */
    public void add(long sequence, Tally records) {
        synchronized (tallies) {
            tallies.computeIfAbsent(
                            (int) (sequence >>> Integer.SIZE),
                            spill -> new Tally(context.partitions()))
                    .add(records);
        }
    }

    /**
     * Merges the spills as Hadoop would.
     *
     * @param sets the runs of all spills, lent
     * @param count number of spills, including those without records
     */
    public CombinedOutput merge(List<RunSet> sets, int count)
            throws IOException, InterruptedException {
        Tally total = new Tally(context.partitions());
        for (int spill = 0; spill < count; spill++) {
            total.add(tally(spill));
        }
        try (RunReading reading = new RunReading(context, sets)) {
            SegmentMerge merge = new SegmentMerge(reading.order(), guard);
            ChunkCombiner again = context.job().spills().combinesAgain(count) ? combiner : null;
            if (again != null) {
                return again.combineAll(
                        total.total(), partition -> merged(partition, count, merge, reading));
            }
            String who = guard.attempt().toString();
            OpenSpan merging = context.trace().begin(Phase.MERGE, who);
            CombinedOutput output =
                    CombinedOutput.of(
                            context,
                            area,
                            who,
                            out -> {
                                for (int each = 0; each < context.partitions(); each++) {
                                    try (RecordCursor run = merged(each, count, merge, reading)) {
                                        copy(run, each, out);
                                    }
                                }
                            });
            merging.end(total.total().records(), total.total().bytes());
            return output;
        }
    }

    private RecordCursor merged(int partition, int count, SegmentMerge merge, RunReading reading)
            throws IOException {
        List<Spill> spills = new ArrayList<>(count);
        for (int number = 0; number < count; number++) {
            int spill = number;
            spills.add(
                    new Spill(
                            tally(number).of(partition),
                            () ->
                                    reading.open(
                                            partition,
                                            set -> set.sequence() >>> Integer.SIZE == spill)));
        }
        return merge.ofSpills(spills, terms.mergeFactor());
    }

    private Tally tally(int spill) {
        synchronized (tallies) {
            Tally tally = tallies.get(spill);
            return tally == null ? new Tally(context.partitions()) : tally;
        }
    }

    private static void copy(RecordCursor from, int partition, ChunkWriter to)
            throws IOException, InterruptedException {
        Cancellation cancellation = Cancellation.here();
        while (from.next()) {
            cancellation.record();
            to.append(
                    partition,
                    from.keyBytes(),
                    from.keyOffset(),
                    from.keyLength(),
                    from.valueBytes(),
                    from.valueOffset(),
                    from.valueLength());
        }
    }
}
