package io.millrace.hadoop.watch;

import io.millrace.engine.plan.Choice;
import io.millrace.engine.plan.Plan;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How a job is run: everything that was chosen before its first task, each with its reason. Made in
 * the same way for a job that runs and for one that is only explained. Immutable.
 *
 * @param engine what the engine chose
 * @param job what was chosen for what is Hadoop's in the job: splits, classes, files
 * @param process what holds for all jobs of the process: its memory
 * @param splits the sizes of the input
 * @param advice what of this makes the job slower than it could be and what to do about it; empty
 *     if nothing does
 */
public record JobPlan(
        Plan engine,
        List<Choice<?>> job,
        List<Choice<?>> process,
        InputSplits splits,
        String advice) {

    /** All choices, in the order in which they are shown. */
    public List<Choice<?>> choices() {
        return Stream.of(job, engine.choices(), process).<Choice<?>>flatMap(List::stream).toList();
    }

    @Override
    public String toString() {
        return choices().stream().map(Choice::toString).collect(Collectors.joining("\n"));
    }
}
