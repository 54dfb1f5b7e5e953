package io.millrace.hadoop.watch;

import io.millrace.engine.plan.Choice;
import io.millrace.engine.plan.Plan;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The plan of a job: all choices made before its first task, each with its reason. Made in the same
 * way for a job that runs and for one that is only explained. Immutable.
 *
 * @param engine the engine's choices
 * @param job the choices for Hadoop's part of the job: splits, classes, files
 * @param process the choices for all jobs of the process: its memory
 * @param splits the sizes of the input
 * @param advice the choice that slows the job, and a remedy; empty if there is none
 */
public record JobPlan(
        Plan engine,
        List<Choice<?>> job,
        List<Choice<?>> process,
        InputSplits splits,
        String advice) {

    /** All choices, in display order. */
    public List<Choice<?>> choices() {
        return Stream.of(job, engine.choices(), process).<Choice<?>>flatMap(List::stream).toList();
    }

    @Override
    public String toString() {
        return choices().stream().map(Choice::toString).collect(Collectors.joining("\n"));
    }
}
