package io.millrace.engine.plan;

import io.millrace.engine.memory.SlabKind;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Every choice made for one job, each with its reason. Made by {@link Planner}; immutable.
 *
 * @param slabKind heap or native, never auto
 * @param shuffle pull, push or hybrid, never auto
 * @param streamsPerReducer shared streams of each partition; 1 for push, unused for pull
 * @param ties in which order equal keys come
 * @param collector sort or hash, never auto
 * @param combine whether the combiner runs; never if the job has none
 * @param sortSplitBytes a stream larger than this is cut for sorting
 * @param mergeFactor runs on disk that one merge pass reads
 * @param mergeMode ahead or inline, never auto
 * @param spillCompression none or LZ4, never auto
 */
public record Plan(
        Choice<Integer> mapSlots,
        Choice<Integer> sortSlots,
        Choice<Integer> reduceSlots,
        Choice<SlabKind> slabKind,
        Choice<ShuffleKind> shuffle,
        Choice<LockKind> lock,
        Choice<Integer> streamsPerReducer,
        Choice<Ties> ties,
        Choice<CollectorKind> collector,
        Choice<CombineMode> combine,
        Choice<Integer> sortSplitBytes,
        Choice<Integer> mergeFactor,
        Choice<MergeMode> mergeMode,
        Choice<SpillCompression> spillCompression) {

    /** All choices, in the order in which they are shown. */
    public List<Choice<?>> choices() {
        return List.of(
                mapSlots,
                sortSlots,
                reduceSlots,
                slabKind,
                shuffle,
                lock,
                streamsPerReducer,
                ties,
                collector,
                combine,
                sortSplitBytes,
                mergeFactor,
                mergeMode,
                spillCompression);
    }

    @Override
    public String toString() {
        return choices().stream().map(Choice::toString).collect(Collectors.joining("\n"));
    }
}
