package io.millrace.engine.shuffle.output;

import io.millrace.engine.plan.CollectorKind;
import io.millrace.engine.plan.CombineMode;
import io.millrace.engine.plan.EngineKeys;
import io.millrace.engine.plan.PartialReduceMode;
import io.millrace.engine.plan.Plan;
import io.millrace.engine.record.Combiner;
import io.millrace.engine.record.Combiner.Accumulator;
import org.jspecify.annotations.Nullable;

/**
 * Where the output of one attempt calls the job's combiner and its partial reducer, by the plan.
 *
 * @param inTable whether a table gathers the values of a key
 * @param accumulator does the work of either in the table; null if the table only gathers
 * @param onSpills the combiner that is called for Hadoop's spills, or null
 * @param onShortMemory the partial reducer that is called on chunks when memory is short, or null
 */
record CombinerCalls(
        boolean inTable,
        @Nullable Accumulator accumulator,
        @Nullable Combiner onSpills,
        @Nullable Combiner onShortMemory) {

    static CombinerCalls of(@Nullable Combiner combiner, Plan plan) {
        CollectorKind collector = plan.value(EngineKeys.COLLECTOR);
        Combiner used = ifRun(combiner, plan);
        Accumulator accumulator =
                used != null && collector == CollectorKind.HASH ? used.openAccumulator() : null;
        if (accumulator != null) {
            return new CombinerCalls(true, accumulator, null, null);
        }
        return new CombinerCalls(
                collector == CollectorKind.GROUP,
                null,
                used == null || used.isPartial() ? null : used,
                ifRun(combiner == null ? null : combiner.partialReducer(), plan));
    }

    private static @Nullable Combiner ifRun(@Nullable Combiner combiner, Plan plan) {
        return combiner != null && runs(combiner, plan) ? combiner : null;
    }

    private static boolean runs(Combiner combiner, Plan plan) {
        return combiner.isPartial()
                ? plan.value(EngineKeys.PARTIAL_REDUCE) != PartialReduceMode.NEVER
                : plan.value(EngineKeys.COMBINE) != CombineMode.NEVER;
    }
}
