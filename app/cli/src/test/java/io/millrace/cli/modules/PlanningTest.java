package io.millrace.cli.modules;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Who decides how tasks are run: those that plan a job, and nobody who executes the plan. */
class PlanningTest {

    /** What decides, and who may ask it. */
    private static final Map<String, Set<String>> DECIDERS =
            Map.of(
                    "formats.registry.SplitReaders.obstacle", Set.of("hadoop.plan.InputPlan"),
                    "formats.registry.FileWriters.obstacle", Set.of("hadoop.plan.OutputPlan"),
                    "formats.inputcache.CacheableFormats.obstacle", Set.of("hadoop.plan.InputPlan"),
                    // The steps of a loop are no tasks of a job, and have no plan of one.
                    "formats.order.KnownOrders.of",
                            Set.of(
                                    "hadoop.plan.TaskPlan",
                                    "collective.shuffle.StepShuffle",
                                    "bench.parts.PartMemory"),
                    // A partial reducer is planned as a combiner would be.
                    "hadoop.combine.CombinePlan.of",
                            Set.of("hadoop.plan.TaskPlan", "hadoop.combine.CombinePlan"),
                    // A file says what its records are, and other records have no job's plan.
                    "formats.record.RecordSerialization.ways",
                            Set.of("hadoop.plan.TaskPlan", "formats.record.RecordSerialization"),
                    // What a job must not ask for is refused before anything is planned.
                    "hadoop.plan.HadoopOrder.isAskedFor",
                            Set.of(
                                    "hadoop.plan.TaskPlan",
                                    "hadoop.plan.HadoopOrder",
                                    "hadoop.plan.RunnerChoice",
                                    "hadoop.task.TaskAttempts"),
                    "hadoop.plan.RunnerChoice.of",
                            Set.of("hadoop.plan.TaskPlan", "hadoop.task.TaskAttempts"),
                    // Class loaders are made before a plan, as is the agent of a stock task, and a
                    // job whose tasks run elsewhere has none here.
                    "bytecode.rewrite.Rewrites.in",
                            Set.of(
                                    "cluster.agent.JobClassRewriter",
                                    "cluster.job.AgentOption",
                                    "formats.registry.JobFormats",
                                    "hadoop.loader.JobLoaders",
                                    "hadoop.job.JobPlanning"));

    @Test
    void whatDecidesIsAskedByThoseThatPlanOnly() {
        Map<String, Set<String>> asked = new TreeMap<>();
        for (JavaClass type : House.CLASSES) {
            for (JavaMethodCall call : type.getMethodCallsFromSelf()) {
                String decider = shortName(call.getTargetOwner().getName()) + "." + call.getName();
                if (DECIDERS.containsKey(decider)) {
                    asked.computeIfAbsent(decider, none -> new TreeSet<>())
                            .add(shortName(type.getName().replaceFirst("\\$.*", "")));
                }
            }
        }
        assertThat(asked.keySet()).isEqualTo(DECIDERS.keySet());
        asked.forEach(
                (decider, by) -> assertThat(by).as(decider).isSubsetOf(DECIDERS.get(decider)));
    }

    private static String shortName(String name) {
        return name.substring(name.startsWith(House.ROOT) ? House.ROOT.length() : 0);
    }
}
