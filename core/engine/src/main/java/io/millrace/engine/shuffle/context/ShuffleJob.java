package io.millrace.engine.shuffle.context;

import io.millrace.engine.plan.Plan;
import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.ties.HadoopTerms;
import io.millrace.engine.ties.SpillTerms;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The properties of a job that decide its shuffle's results. Immutable.
 *
 * @param name for files and messages
 * @param partitions number of reduce tasks, at least 1
 * @param keyOrders creates a key order for one thread
 * @param spills where Hadoop would cut map output into spills, and whether it would combine again:
 *     decides how often combiners are called
 * @param hadoop the other properties that Hadoop's order of equal keys depends on; null if the plan
 *     does not ask for that order
 */
public record ShuffleJob(
        String name,
        int partitions,
        Plan plan,
        Supplier<KeyOrder> keyOrders,
        SpillTerms spills,
        @Nullable HadoopTerms hadoop) {

    /** A job with equal keys in the order of emission, and default spills. */
    public ShuffleJob(String name, int partitions, Plan plan, Supplier<KeyOrder> keyOrders) {
        this(name, partitions, plan, keyOrders, SpillTerms.DEFAULT, null);
    }
}
