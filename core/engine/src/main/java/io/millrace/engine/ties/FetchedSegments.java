package io.millrace.engine.ties;

import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.task.OutputStatistics;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reproduces the order in which Hadoop's reduce task merges its fetched map outputs: which it keeps
 * in memory and which on disk, and which it merges early or at the end. Map outputs come in the
 * order of their tasks, and each early merge ends before the next output comes, while Hadoop merges
 * concurrently; unless limits are reached early, that makes no difference. Used once, by one
 * thread.
 */
public final class FetchedSegments {

    private static final Comparator<Fetched> IN_MEMORY =
            Comparator.<Fetched>comparingLong(fetched -> fetched.segment().length())
                    .thenComparingInt(Fetched::number);

    private static final Comparator<Fetched> ON_DISK =
            Comparator.<Fetched>comparingLong(fetched -> fetched.segment().length())
                    .thenComparing(Fetched::name);

    private final HadoopTerms terms;
    private final SegmentMerge merge;
    private final @Nullable MemoryMerge memoryMerge;
    private final TreeSet<Fetched> inMemory = new TreeSet<>(IN_MEMORY);
    private final TreeSet<Fetched> mergedInMemory = new TreeSet<>(IN_MEMORY);
    private final TreeSet<Fetched> onDisk = new TreeSet<>(ON_DISK);
    private long bytesInMemory;
    private int numbers;

    /**
     * One map output, or several merged ones.
     *
     * @param number its order of arrival in memory
     * @param name the end of its file's name
     */
    private record Fetched(Segment segment, int number, String name) {}

    /** Creates a file from outputs that do not fit in memory, perhaps with the job's combiner. */
    @FunctionalInterface
    public interface MemoryMerge {

        /** Combines the cursor's records and returns the result; the callee closes the cursor. */
        SegmentMerge.Spill combine(Segment.Source merged) throws IOException, InterruptedException;
    }

    /**
     * A state with nothing fetched.
     *
     * @param memoryMerge combines outputs that move from memory to disk; null if the job's reduce
     *     tasks do not combine
     */
    public FetchedSegments(
            HadoopTerms terms, SegmentMerge merge, @Nullable MemoryMerge memoryMerge) {
        this.terms = terms;
        this.merge = merge;
        this.memoryMerge = memoryMerge;
    }

    /**
     * Fetches the output of a map task, even if it has no records; called in the order of the
     * tasks.
     */
    public void fetch(int task, SegmentMerge.Spill output)
            throws IOException, InterruptedException {
        OutputStatistics statistics = output.statistics();
        long bytes = statistics.framedBytes() + Segment.END_BYTES;
        String name = "map_" + task + ".out";
        if (bytes > terms.fetch().singleBytes()) {
            addOnDisk(Segment.inFile(statistics, output.source()), name);
            return;
        }
        Segment segment =
                new Segment(statistics.records(), statistics.framedBytes(), bytes, output.source());
        inMemory.add(new Fetched(segment, numbers++, name));
        bytesInMemory += bytes;
        if (bytesInMemory >= terms.fetch().mergeBytes()) {
            inMemory.addAll(mergedInMemory);
            mergedInMemory.clear();
            mergeToDisk(take(inMemory, inMemory.size()));
            bytesInMemory = 0;
        }
        int memoryRuns = terms.fetch().memoryRuns();
        if (memoryRuns > 0 && inMemory.size() >= memoryRuns) {
            mergeInMemory(take(inMemory, memoryRuns));
        }
    }

    /** All records, once all map outputs are fetched; the caller closes the cursor. */
    public RecordCursor open() throws IOException {
        List<Segment> memory = new ArrayList<>(segments(mergedInMemory));
        memory.addAll(segments(inMemory));
        List<Segment> files = new ArrayList<>(segments(onDisk));
        List<Segment> leaving = leaving(memory);
        if (!leaving.isEmpty() && terms.mergeFactor() > files.size()) {
            files.add(merge.inOnePass(leaving));
            leaving = List.of();
        }
        files.sort(Comparator.comparingLong(Segment::length));
        if (files.isEmpty() && leaving.isEmpty()) {
            return merge.inOnePass(memory).source().open();
        }
        files.addAll(0, leaving);
        Segment fromDisk = merge.merged(files, terms.mergeFactor(), leaving.size());
        memory.add(fromDisk);
        return merge.inOnePass(memory).source().open();
    }

    /** Removes from the beginning of the list the segments that must leave memory. */
    private List<Segment> leaving(List<Segment> memory) {
        long bytes = memory.stream().mapToLong(Segment::length).sum();
        List<Segment> leaving = new ArrayList<>();
        while (bytes > terms.fetch().keptBytes()) {
            Segment next = memory.remove(0);
            leaving.add(next);
            bytes -= next.length();
        }
        return leaving;
    }

    private void mergeToDisk(List<Fetched> inputs) throws IOException, InterruptedException {
        Segment merged = merge.inOnePass(segments(inputs));
        String name = inputs.get(0).name() + ".merged";
        if (memoryMerge == null) {
            addOnDisk(merged, name);
            return;
        }
        SegmentMerge.Spill combined = memoryMerge.combine(merged.source());
        addOnDisk(Segment.inFile(combined.statistics(), combined.source()), name);
    }

    /** Hadoop sizes the merged segment as the sum of its parts, including their end marks. */
    private void mergeInMemory(List<Fetched> inputs) {
        Segment merged = merge.inOnePass(segments(inputs));
        long length = inputs.stream().mapToLong(input -> input.segment().length()).sum();
        Segment inPlace =
                new Segment(merged.records(), merged.framedBytes(), length, merged.source());
        mergedInMemory.add(new Fetched(inPlace, numbers++, inputs.get(0).name()));
    }

    private void addOnDisk(Segment segment, String name) {
        onDisk.add(new Fetched(segment, 0, name));
        int factor = terms.mergeFactor();
        if (onDisk.size() >= 2 * factor - 1) {
            List<Fetched> shortest = take(onDisk, factor);
            addOnDisk(merge.inOnePass(segments(shortest)), shortest.get(0).name() + ".merged");
        }
    }

    private static List<Fetched> take(Set<Fetched> from, int most) {
        List<Fetched> taken = new ArrayList<>();
        for (Iterator<Fetched> each = from.iterator(); each.hasNext() && taken.size() < most; ) {
            taken.add(each.next());
            each.remove();
        }
        return taken;
    }

    private static List<Segment> segments(Collection<Fetched> fetched) {
        return fetched.stream().map(Fetched::segment).toList();
    }
}
