package io.millrace.hadoop.remote;

import io.millrace.engine.plan.Choice;
import io.millrace.engine.plan.JobShape;
import java.util.List;

/**
 * The plan of a job whose attempts run in other processes, as far as these decide it.
 *
 * @param shape of the job, for the engine's plan
 * @param isolation how attempts share processes
 * @param choices all others, for people
 */
public record RemotePlan(JobShape shape, Choice<?> isolation, List<Choice<?>> choices) {}
