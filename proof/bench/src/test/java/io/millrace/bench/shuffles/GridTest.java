package io.millrace.bench.shuffles;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GridTest {

    @Test
    void theStandardGridVariesOneThingAtATimeAndCrossesKeysWithReduceTasks() {
        assertThat(Grid.STANDARD.loads())
                .extracting(Load::name)
                .containsExactly(
                        "ordinary",
                        "many-to-one",
                        "one-to-many (4)",
                        "zipfian keys",
                        "biased keys",
                        "payload of 100",
                        "10 digits of pi",
                        "8 reduce tasks",
                        "32 reduce tasks",
                        "zipfian keys, 8 reduce tasks",
                        "zipfian keys, 32 reduce tasks",
                        "biased keys, 8 reduce tasks",
                        "biased keys, 32 reduce tasks");
    }

    @ParameterizedTest
    @EnumSource
    void loadsAndWaysDifferByTheirNamesAsByTheirSettings(Grid grid) {
        List<Load> loads = grid.loads();
        assertThat(loads).extracting(Load::name).doesNotHaveDuplicates();
        assertThat(loads).extracting(Load::settings).doesNotHaveDuplicates();
        for (Load load : loads) {
            List<Way> ways = grid.ways(load);
            assertThat(ways).extracting(Way::name).startsWith("pull").doesNotHaveDuplicates();
            assertThat(ways).extracting(Way::settings).doesNotHaveDuplicates();
        }
    }

    @Test
    void theFullGridHasAllLocksWithAllSplits() {
        List<Way> ways = Grid.FULL.ways(Grid.FULL.loads().get(0));
        assertThat(ways)
                .extracting(Way::name)
                .contains(
                        "push, tas, splits of 1MB",
                        "hybrid of 2, reentrant, splits of 32MB",
                        "hybrid of 4, synchronized");
        assertThat(Grid.FULL.loads()).hasSize(3 * 3 * 2 * 2 * 3);
    }
}
