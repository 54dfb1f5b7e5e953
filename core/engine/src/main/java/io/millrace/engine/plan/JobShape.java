package io.millrace.engine.plan;

import io.millrace.engine.record.KeyOrder;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The properties of a job that are known before it runs. {@link #of} makes the shape of a plain
 * job, and each method that returns a shape adds a property.
 *
 * @param tasks numbers of tasks
 * @param combiner how the job's combiner works
 * @param partialReducer how the job's partial reducer works
 * @param traits the other properties that the job has
 */
public record JobShape(
        Tasks tasks, CombinerUse combiner, PartialReduction partialReducer, Set<Trait> traits) {

    /**
     * Numbers of tasks of a job.
     *
     * @param maps number of map tasks
     * @param reduces number of partitions
     * @param mapLimit map tasks that the job allows to run at once, or 0 for as many as there are
     *     slots
     * @param reduceLimit the same for reduce tasks
     */
    public record Tasks(int maps, int reduces, int mapLimit, int reduceLimit) {}

    /** How a job's combiner works. */
    public enum CombinerUse {
        /** The job has none. */
        NONE,
        /** It has to be called. */
        CALLED,
        /** It does nothing but merge two values into one, which a table does in its place. */
        FOLDED
    }

    /** Properties that a job may have. */
    public enum Trait {
        /** Its keys have a sort prefix. */
        PREFIXED,
        /** Keys that are equal in its order have the same bytes. */
        DISTINGUISHES,
        /** It asks for map output to be compressed on disk. */
        COMPRESSES,
        /** Its map output leaves the process while the attempt runs. */
        LEAVES_EARLY
    }

    public JobShape {
        traits = Set.copyOf(traits);
    }

    /** A job without combiner and partial reducer, and without a trait. */
    public static JobShape of(int mapTasks, int reduceTasks) {
        return new JobShape(
                new Tasks(mapTasks, reduceTasks, 0, 0),
                CombinerUse.NONE,
                PartialReduction.NONE,
                Set.of());
    }

    /** The same job if it allows only so many tasks to run at once; 0 means no limit. */
    public JobShape limited(int mapsAtOnce, int reducesAtOnce) {
        return new JobShape(
                new Tasks(tasks.maps, tasks.reduces, mapsAtOnce, reducesAtOnce),
                combiner,
                partialReducer,
                traits);
    }

    /** The same job with a combiner. */
    public JobShape combining(CombinerUse how) {
        return new JobShape(tasks, how, partialReducer, traits);
    }

    /** The same job with a partial reducer. */
    public JobShape reducingPartially(PartialReduction how) {
        return new JobShape(tasks, combiner, how, traits);
    }

    /** The same job if its keys come in this order. */
    public JobShape ordered(KeyOrder order) {
        return with(Trait.PREFIXED, order.prefixed())
                .with(Trait.DISTINGUISHES, order.distinguishesBytes());
    }

    /** The same job with these traits, and those that it has. */
    public JobShape with(Trait... more) {
        EnumSet<Trait> all = EnumSet.noneOf(Trait.class);
        all.addAll(traits);
        all.addAll(List.of(more));
        return new JobShape(tasks, combiner, partialReducer, all);
    }

    /** The same job, with the trait if {@code applies}. */
    public JobShape with(Trait trait, boolean applies) {
        return applies ? with(trait) : this;
    }

    /** The same job with a partial reducer that can run, which is called. */
    public JobShape withPartialReducer() {
        return reducingPartially(PartialReduction.of(PartialReduction.Kind.CALLED));
    }

    /** The same job if its partial reducer cannot run, for this reason. */
    public JobShape withoutPartialReducer(String why) {
        return partialReducer.named()
                ? reducingPartially(PartialReduction.of(PartialReduction.Kind.CALLED).unless(why))
                : this;
    }

    int mapTasks() {
        return tasks.maps;
    }

    int reduceTasks() {
        return tasks.reduces;
    }

    int mapLimit() {
        return tasks.mapLimit;
    }

    int reduceLimit() {
        return tasks.reduceLimit;
    }

    /** Whether the job has a combiner. */
    public boolean combines() {
        return combiner != CombinerUse.NONE;
    }

    /** Whether a table does the combiner's work. */
    public boolean accumulates() {
        return combiner == CombinerUse.FOLDED;
    }

    /** Whether keys have a sort prefix. */
    public boolean prefixed() {
        return traits.contains(Trait.PREFIXED);
    }

    boolean distinguishes() {
        return traits.contains(Trait.DISTINGUISHES);
    }

    /** Whether map output is compressed on disk. */
    public boolean compresses() {
        return traits.contains(Trait.COMPRESSES);
    }

    boolean leavesEarly() {
        return traits.contains(Trait.LEAVES_EARLY);
    }
}
