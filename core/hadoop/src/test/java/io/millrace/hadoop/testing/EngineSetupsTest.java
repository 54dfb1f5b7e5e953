package io.millrace.hadoop.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.job.Engine;
import io.millrace.engine.plan.EngineKeys;
import io.millrace.engine.plan.JobShape;
import io.millrace.engine.plan.JobShape.Trait;
import io.millrace.engine.plan.Plan;
import io.millrace.hadoop.config.HadoopKeys;
import io.millrace.hadoop.testing.EngineMatrix.Extent;
import io.millrace.hadoop.testing.EngineSetup.Runner;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

/** The matrix is what it says, and its setups are what the engine then does. */
final class EngineSetupsTest {
    private static final List<Function<EngineSetup, Object>> DIMENSIONS =
            List.of(
                    EngineSetup::shuffle,
                    EngineSetup::slabs,
                    EngineSetup::memory,
                    EngineSetup::fastPaths);

    @Test
    void fullIsTheWholeProduct() {
        assertThat(EngineSetups.of(Extent.FULL))
                .filteredOn(setup -> setup.runner() == Runner.FAST)
                .hasSize(3 * 2 * 2 * 2)
                .doesNotHaveDuplicates();
    }

    @Test
    void coveringHasEveryPairOfValues() {
        List<EngineSetup> full = EngineSetups.of(Extent.FULL);
        List<EngineSetup> covering = EngineSetups.of(Extent.COVERING);
        assertThat(pairs(covering)).containsAll(pairs(full.subList(0, 24)));
        assertThat(covering)
                .hasSizeLessThan(full.size() / 3)
                .anyMatch(setup -> setup.runner() == Runner.HADOOP);
    }

    @Test
    void fewHasEveryValue() {
        List<EngineSetup> few = EngineSetups.of(Extent.FEW);
        for (Function<EngineSetup, Object> dimension : DIMENSIONS) {
            assertThat(few.stream().map(dimension).distinct())
                    .containsAll(
                            EngineSetups.of(Extent.FULL).stream()
                                    .map(dimension)
                                    .distinct()
                                    .toList());
        }
    }

    @Test
    void thePlannerDoesAsTheSetupSays() {
        for (EngineSetup setup : EngineSetups.of(Extent.FULL)) {
            Configuration conf = new Configuration(false);
            setup.applyTo(conf);
            try (Engine engine = Engine.open(HadoopKeys.settings(conf))) {
                Plan plan =
                        engine.plan(
                                JobShape.of(4, 2).with(Trait.PREFIXED, Trait.DISTINGUISHES),
                                HadoopKeys.settings(conf));
                assertThat(plan.value(EngineKeys.SHUFFLE_KIND)).isEqualTo(setup.shuffle());
                assertThat(plan.value(EngineKeys.SLAB_KIND)).isEqualTo(setup.slabs());
                assertThat(plan.value(EngineKeys.SHUFFLE_LOCK)).isEqualTo(setup.lock());
            }
        }
    }

    private static Set<List<Object>> pairs(List<EngineSetup> setups) {
        Set<List<Object>> pairs = new HashSet<>();
        for (EngineSetup setup : setups) {
            for (int a = 0; a < DIMENSIONS.size(); a++) {
                for (int b = 0; b < a; b++) {
                    pairs.add(
                            List.of(
                                    a,
                                    b,
                                    DIMENSIONS.get(a).apply(setup),
                                    DIMENSIONS.get(b).apply(setup)));
                }
            }
        }
        return pairs;
    }
}
