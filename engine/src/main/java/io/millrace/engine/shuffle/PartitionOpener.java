package io.millrace.engine.shuffle;

import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.merge.PartitionMerge;
import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.run.Run;
import io.millrace.engine.run.RunSet;
import io.millrace.engine.run.RunSet.DiskRun;
import io.millrace.engine.spill.RunFile;
import io.millrace.engine.spill.SpillArea;
import io.millrace.engine.stream.Chunk;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.trace.Phase;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes one partition ready for its reduce attempt: takes memory, pins what is in memory, sorts what
 * was pushed unsorted, and merges. Used once, on the reduce thread; sorting goes to the sort pool.
 */
final class PartitionOpener {

    private static final int MIN_BUFFERS = 2;

    private final ShuffleContext context;
    private final SpillArea area;
    private final AttemptGuard guard;
    private final Runnable whenUnpinned;
    private final MemoryBudget memory;
    private final KeyOrder order;
    /** Given back in the order in which it was taken, when the cursor is closed or opening fails. */
    private final Deque<Closeable> resources = new ArrayDeque<>();
    private long spilledRecords;

    PartitionOpener(ShuffleContext context, SpillArea area, AttemptGuard guard, Runnable whenUnpinned) {
        this.context = context;
        this.area = area;
        this.guard = guard;
        this.whenUnpinned = whenUnpinned;
        this.memory = context.memory();
        this.order = context.keyOrders().get();
    }

    /**
     * Opens the partition of the attempt's task.
     *
     * @param sets run sets of published attempts, in merge order
     * @param blocks blocks of published attempts in shared streams, in merge order
     */
    PartitionInput open(List<RunSet> sets, List<Block> blocks) throws IOException, InterruptedException {
        boolean opened = false;
        try {
            // Memory first, while this attempt keeps nobody from reclaiming any; then the pins.
            Slab index = blocks.isEmpty() ? null : own(memory.take(SlabKind.HEAP, 1, memory.slabBytes()).get(0));
            List<Slab> buffers = new ArrayList<>();
            if (!sets.isEmpty() || index != null) {
                memory.take(SlabKind.HEAP, MIN_BUFFERS, memory.diskBufferBytes()).forEach(slab -> buffers.add(own(slab)));
            }
            sets.forEach(RunSet::pin);
            resources.add(() -> {
                sets.forEach(RunSet::unpin);
                whenUnpinned.run();
            });
            List<PlacedRun> placed = new ArrayList<>();
            for (RunSet set : sets) {
                Run run = set.run(guard.attempt().task());
                if (run != null) {
                    placed.add(new PlacedRun(new Place(set.task(), set.sequence()), run));
                }
            }
            if (index != null) {
                placed.addAll(new Pieces(index).of(blocks, placed.stream().map(PlacedRun::place).toList()));
            }
            RecordCursor records = merge(placed, buffers);
            opened = true;
            return new PartitionInput(records, spilledRecords);
        } finally {
            if (!opened) {
                giveBack();
            }
        }
    }

    private RecordCursor merge(List<PlacedRun> placed, List<Slab> buffers) throws IOException, InterruptedException {
        // Stable: pieces of one block, which share a place, stay in their order.
        placed.sort(Comparator.comparing(PlacedRun::place));
        List<Run> runs = placed.stream().map(PlacedRun::run).toList();
        int onDisk = 0;
        for (Run run : runs) {
            if (run instanceof DiskRun disk) {
                onDisk++;
                spilledRecords += disk.file().records(disk.partition());
            }
        }
        int wanted = Math.min(onDisk, context.plan().mergeFactor().value());
        while (buffers.size() < wanted) {
            Slab more = memory.tryTake(SlabKind.HEAP, memory.diskBufferBytes());
            if (more == null) {
                break;
            }
            buffers.add(own(more));
        }
        long start = System.nanoTime();
        PartitionMerge merge = new PartitionMerge(order, buffers, area, guard.attempt().toString(), memory);
        resources.add(merge);
        RecordCursor cursor = merge.open(runs, this::giveBack);
        spilledRecords += merge.spilledRecords();
        if (merge.spilledRecords() > 0) {
            context.trace().add(Phase.MERGE, guard.attempt().toString(), start, merge.spilledRecords(), 0);
        }
        return cursor;
    }

    private Slab own(Slab slab) {
        resources.add(slab::close);
        return slab;
    }

    private void giveBack() throws IOException {
        while (!resources.isEmpty()) {
            resources.remove().close();
        }
    }

    /** Sorted pieces of the blocks of shared streams. */
    private final class Pieces {

        private final Slab floorIndex;
        private final int maxRecords;
        private final long maxBytes;
        private final List<PlacedRun> done = new ArrayList<>();
        private final List<ChunkTask> sorting = new ArrayList<>();

        Pieces(Slab floorIndex) {
            this.floorIndex = floorIndex;
            this.maxRecords = floorIndex.capacity() / io.millrace.engine.sort.SortIndex.ENTRY_BYTES;
            this.maxBytes = context.plan().sortSplitBytes().value();
        }

        List<PlacedRun> of(List<Block> blocks, List<Place> barriers) throws IOException, InterruptedException {
            try {
                int from = 0;
                while (from < blocks.size()) {
                    int to = end(blocks, from, barriers);
                    makePiece(blocks.subList(from, to));
                    from = to;
                }
                for (ChunkTask task : sorting) {
                    task.await();
                }
            } finally {
                sorting.forEach(ChunkTask::awaitQuietly);
            }
            return done;
        }

        /** As many blocks as fit one piece and have no run of an attempt's own between them. */
        private int end(List<Block> blocks, int from, List<Place> barriers) {
            Place first = blocks.get(from).place();
            Place barrier = barriers.stream().filter(place -> place.compareTo(first) > 0).min(Place::compareTo).orElse(null);
            long records = blocks.get(from).records();
            long bytes = blocks.get(from).bytes();
            int to = from + 1;
            while (to < blocks.size()) {
                Block next = blocks.get(to);
                records += next.records();
                bytes += next.bytes();
                if (records > maxRecords || bytes > maxBytes || barrier != null && next.place().compareTo(barrier) > 0) {
                    break;
                }
                to++;
            }
            return to;
        }

        private void makePiece(List<Block> blocks) throws IOException, InterruptedException {
            Place place = blocks.get(0).place();
            Slab index = memory.tryTake(context.plan().slabKind().value(), memory.slabBytes());
            if (index == null) {
                spillPiece(blocks, place);
                return;
            }
            Chunk piece = Chunk.over(index, memory.slabBytes());
            resources.addFirst(piece);
            ChunkTask task = new ChunkTask(piece, chunk -> sort(chunk, blocks));
            sorting.add(task);
            done.add(new PlacedRun(place, new PieceRun(piece)));
            context.sorters().execute(task);
        }

        private void sort(Chunk piece, List<Block> blocks) {
            long start = System.nanoTime();
            KeyOrder own = context.keyOrders().get();
            blocks.forEach(block -> block.addTo(piece, own));
            piece.sort(own);
            context.trace().add(Phase.SORT, guard.attempt().toString(), start, piece.records(), piece.bytes());
        }

        /** With no memory for one more index, the piece goes to disk and the floor's index serves again. */
        private void spillPiece(List<Block> blocks, Place place) throws IOException, InterruptedException {
            Chunk piece = Chunk.over(floorIndex, memory.slabBytes());
            sort(piece, blocks);
            long start = System.nanoTime();
            RunFile file = RunSet.write(piece, 0, area, guard.attempt().toString(), 1, memory);
            context.trace().add(Phase.SPILL, guard.attempt().toString(), start, piece.records(), file.bytes());
            spilledRecords += piece.records();
            resources.add(file);
            done.add(new PlacedRun(place, new DiskRun(file, 0)));
        }
    }

    private record PieceRun(Chunk piece) implements Run {

        @Override
        public boolean onDisk() {
            return false;
        }

        @Override
        public RecordCursor open(KeyOrder order, byte @Nullable [] buffer) {
            return piece.cursor(0);
        }
    }
}
