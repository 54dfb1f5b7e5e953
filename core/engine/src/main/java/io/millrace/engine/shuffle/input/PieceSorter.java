package io.millrace.engine.shuffle.input;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.MemoryUse;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.plan.EngineKeys;
import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.run.Place;
import io.millrace.engine.run.Run;
import io.millrace.engine.run.RunSet;
import io.millrace.engine.run.RunSet.CodedRun;
import io.millrace.engine.shuffle.context.ChunkTask;
import io.millrace.engine.shuffle.context.Resources;
import io.millrace.engine.shuffle.context.ShuffleContext;
import io.millrace.engine.shuffle.delivery.StreamBlock;
import io.millrace.engine.sort.SortIndex;
import io.millrace.engine.spill.RunFile;
import io.millrace.engine.spill.SpillArea;
import io.millrace.engine.stream.Chunk;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.trace.OpenSpan;
import io.millrace.engine.trace.Phase;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sorts the blocks that were pushed to one partition into runs. Hone's splitter: a stream larger
 * than the plan's split size is split between blocks, and its pieces are sorted in parallel. Used
 * once, on the reduce thread; sorting runs on the sort pool.
 */
final class PieceSorter {

    private static final int MIN_INDEX = 1024;

    private final ShuffleContext context;
    private final SpillArea area;
    private final AttemptGuard guard;
    private final String who;
    private final Slab floorIndex;
    private final Resources resources;
    private final MemoryAccount memory;
    private final int maxRecords;
    private final long maxBytes;
    private final int maxSlabs;
    private final List<PlacedRun> done = new ArrayList<>();
    private final List<ChunkTask> sorting = new ArrayList<>();
    private long spilledRecords;

    /**
     * A sorter that can always continue with {@code floorIndex}, which is lent.
     *
     * @param guard of the reduce attempt
     * @param resources receives resources to close once the runs were read
     */
    PieceSorter(
            ShuffleContext context,
            SpillArea area,
            AttemptGuard guard,
            Slab floorIndex,
            Resources resources) {
        this.context = context;
        this.area = area;
        this.guard = guard;
        this.who = guard.attempt().toString();
        this.floorIndex = floorIndex;
        this.resources = resources;
        this.memory = context.account(MemoryUse.SORT_INDEX);
        this.maxRecords = floorIndex.capacity() / SortIndex.ENTRY_BYTES;
        this.maxSlabs = Chunk.maxSlabs(memory.slabSpan());
        this.maxBytes = Math.toIntExact(context.plan().value(EngineKeys.SORT_SPLIT));
    }

    /** Records spilled because there was no memory for the index of their piece. */
    long spilledRecords() {
        return spilledRecords;
    }

    /**
     * Sorts the blocks, which come in merge order.
     *
     * @param barriers places of the partition's other runs; a piece has records on only one side of
     *     each
     */
    List<PlacedRun> sort(List<StreamBlock> blocks, List<Place> barriers)
            throws IOException, InterruptedException {
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
            sorting.forEach(ChunkTask::cancel);
            sorting.forEach(ChunkTask::awaitQuietly);
        }
        return done;
    }

    /** The end of the next piece: as many blocks as fit, with no other run between them. */
    private int end(List<StreamBlock> blocks, int from, List<Place> barriers) {
        Place first = blocks.get(from).place();
        Place barrier =
                barriers.stream()
                        .filter(place -> place.compareTo(first) > 0)
                        .min(Place::compareTo)
                        .orElse(null);
        long records = blocks.get(from).records();
        long bytes = blocks.get(from).bytes();
        long slabs = blocks.get(from).slabs();
        int to = from + 1;
        while (to < blocks.size()) {
            StreamBlock next = blocks.get(to);
            records += next.records();
            bytes += next.bytes();
            slabs += next.slabs();
            boolean full = records > maxRecords || bytes > maxBytes || slabs > maxSlabs;
            if (full || (barrier != null && next.place().compareTo(barrier) > 0)) {
                break;
            }
            to++;
        }
        return to;
    }

    private void makePiece(List<StreamBlock> blocks) throws IOException, InterruptedException {
        Place place = blocks.get(0).place();
        Slab index = memory.tryTake(context.plan().value(EngineKeys.SLAB_KIND), indexBytes(blocks));
        if (index == null) {
            spillPiece(blocks, place);
            return;
        }
        Chunk piece = Chunk.over(index, memory.slabSpan());
        ChunkTask task = new ChunkTask(guard, piece::close, () -> sort(piece, blocks));
        resources.addFirst(() -> task.afterwards(piece::close));
        task.submitTo(context.sorters());
        sorting.add(task);
        done.add(new PlacedRun(place, new PieceRun(piece)));
    }

    /**
     * Index size of a piece. It may be small: if runs lie between blocks, memory must hold many
     * pieces.
     */
    private int indexBytes(List<StreamBlock> blocks) {
        long records = blocks.stream().mapToLong(StreamBlock::records).sum();
        long needed = records * SortIndex.ENTRY_BYTES;
        int bytes = MIN_INDEX;
        while (bytes < needed) {
            bytes *= 2;
        }
        return Math.min(bytes, memory.slabBytes());
    }

    private void sort(Chunk piece, List<StreamBlock> blocks) throws IOException {
        OpenSpan stretch = context.trace().begin(Phase.SORT, who);
        KeyOrder own = context.keyOrders().get();
        for (StreamBlock block : blocks) {
            block.addTo(piece, own);
        }
        piece.sort(own);
        stretch.end(piece.records(), piece.bytes());
    }

    /**
     * Spills a piece, if there is no memory for one more index, so that the floor's index can be
     * reused.
     */
    private void spillPiece(List<StreamBlock> blocks, Place place)
            throws IOException, InterruptedException {
        Chunk piece = Chunk.over(floorIndex, memory.slabSpan());
        sort(piece, blocks);
        OpenSpan spilling = context.trace().begin(Phase.SPILL, who);
        RunFile file = RunSet.write(piece, all -> true, area, who, 1, context.memory());
        spilling.end(piece.records(), file.bytes());
        spilledRecords += piece.records();
        resources.add(file);
        done.add(new PlacedRun(place, new CodedRun(file, 0)));
    }

    private record PieceRun(Chunk piece) implements Run {

        @Override
        public boolean isCoded() {
            return false;
        }

        @Override
        public RecordCursor open(KeyOrder order, byte @Nullable [] buffer) {
            return piece.cursor(0);
        }
    }
}
