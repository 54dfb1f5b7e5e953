package io.millrace.engine.shuffle.input;

import io.millrace.engine.record.Combiner;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.run.RunSet;
import io.millrace.engine.shuffle.combine.ChunkCombiner;
import io.millrace.engine.shuffle.combine.CombinedOutput;
import io.millrace.engine.shuffle.combine.CombinedOutput.InMemory;
import io.millrace.engine.shuffle.combine.CombinedOutput.OnDisk;
import io.millrace.engine.shuffle.combine.CombinedOutput.Part;
import io.millrace.engine.shuffle.combine.RunReading;
import io.millrace.engine.shuffle.context.Resources;
import io.millrace.engine.shuffle.context.ShuffleContext;
import io.millrace.engine.spill.SpillArea;
import io.millrace.engine.stream.Tally;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.ties.FetchedSegments;
import io.millrace.engine.ties.FetchedSegments.MemoryMerge;
import io.millrace.engine.ties.HadoopTerms;
import io.millrace.engine.ties.Segment;
import io.millrace.engine.ties.SegmentMerge;
import io.millrace.engine.ties.SegmentMerge.Spill;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Makes one partition ready for its reduce attempt, with equal keys in the order in which Hadoop's
 * reduce task would have them. Used once, on the reduce thread.
 */
public final class HadoopOpener {

    private final ShuffleContext context;
    private final HadoopTerms terms;
    private final SpillArea area;
    private final AttemptGuard guard;
    private final @Nullable Combiner combiner;
    private final int partition;

    public HadoopOpener(
            ShuffleContext context,
            HadoopTerms terms,
            SpillArea area,
            AttemptGuard guard,
            @Nullable Combiner combiner) {
        this.context = context;
        this.terms = terms;
        this.area = area;
        this.guard = guard;
        this.combiner = combiner;
        this.partition = guard.attempt().task();
    }

    /**
     * Opens the partition of the attempt's task.
     *
     * @param sets run sets of published attempts, in merge order
     * @param outputs records and bytes of each published map task
     */
    public PartitionInput open(List<RunSet> sets, SortedMap<Integer, Tally> outputs)
            throws IOException, InterruptedException {
        Resources buffers = new Resources();
        RunReading reading = new RunReading(context, sets);
        buffers.add(reading);
        boolean opened = false;
        try {
            SegmentMerge merge = new SegmentMerge(reading.order(), guard);
            MemoryMerge combining = combiner == null ? null : run -> combine(run, reading);
            FetchedSegments fetched = new FetchedSegments(terms, merge, combining);
            for (Map.Entry<Integer, Tally> output : outputs.entrySet()) {
                int task = output.getKey();
                fetched.fetch(
                        task,
                        new Spill(
                                output.getValue().of(partition),
                                () -> reading.open(partition, set -> set.task() == task)));
            }
            RecordCursor records = PartitionOpener.ahead(fetched.open(), context, guard, buffers);
            opened = true;
            long spilled = reading.recordsOnDisk(partition);
            return new PartitionInput(records, reading::unpin, buffers, spilled);
        } finally {
            if (!opened) {
                buffers.close();
            }
        }
    }

    private Spill combine(Segment.Source merged, RunReading reading)
            throws IOException, InterruptedException {
        Combiner present = combiner;
        if (present == null) {
            throw new IllegalStateException("the attempt has no combiner");
        }
        ChunkCombiner combining = new ChunkCombiner(guard, present, context, area);
        List<RunSet> own = new ArrayList<>();
        Tally tally = new Tally(context.partitions());
        try (RecordCursor run = merged.open();
                CombinedOutput output = combining.combine(partition, run)) {
            for (Part part = output.next(); part != null; part = output.next()) {
                RunSet set;
                if (part instanceof InMemory memory) {
                    tally.add(memory.chunk().tally());
                    set = new RunSet(0, own.size(), memory.chunk());
                } else {
                    OnDisk disk = (OnDisk) part;
                    tally.add(disk.tally());
                    set = new RunSet(0, own.size(), disk.file());
                }
                reading.own(set);
                own.add(set);
            }
        }
        return new Spill(tally.of(partition), () -> reading.open(partition, own));
    }
}
