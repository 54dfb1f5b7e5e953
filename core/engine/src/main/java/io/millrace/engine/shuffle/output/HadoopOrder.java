package io.millrace.engine.shuffle.output;

import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.shuffle.combine.CombinedOutput;
import io.millrace.engine.shuffle.combine.Spills;
import io.millrace.engine.stream.Chunk;
import io.millrace.engine.stream.Tally;
import java.io.IOException;

/**
 * Equal keys come as in Hadoop: each chunk is one of its spills, and all are merged as it would.
 */
final class HadoopOrder implements EqualKeys {

    private final Spills spills;

    HadoopOrder(Spills spills) {
        this.spills = spills;
    }

    @Override
    public void sort(Chunk chunk, KeyOrder order) throws IOException {
        chunk.sortAsHadoop(order);
    }

    @Override
    public void counted(long sequence, Tally records) {
        spills.add(sequence, records);
    }

    @Override
    public boolean chunksAreSpills() {
        return true;
    }

    @Override
    public void finish(ChunkOutlet outlet, ChunkTasks tasks)
            throws IOException, InterruptedException {
        ChunkNumbers numbers = outlet.numbers();
        if (numbers.given() <= 1) {
            outlet.mergeShortRuns(tasks);
            return;
        }
        int count = Math.toIntExact(numbers.given());
        long sequence = numbers.next();
        tasks.run(() -> merge(outlet, count, sequence));
    }

    private void merge(ChunkOutlet outlet, int count, long sequence)
            throws IOException, InterruptedException {
        try (CombinedOutput output = spills.merge(outlet.kept().inMergeOrder(), count)) {
            outlet.replaceAll(output, sequence);
        }
    }
}
