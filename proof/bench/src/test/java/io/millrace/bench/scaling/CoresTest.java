package io.millrace.bench.scaling;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CoresTest {

    @Test
    void aListHasNumbersAndRanges() {
        assertThat(Cores.parse("0").numbers()).containsExactly(0);
        assertThat(Cores.parse("0-3").numbers()).containsExactly(0, 1, 2, 3);
        assertThat(Cores.parse("1,4-5,10").numbers()).containsExactly(1, 4, 5, 10);
    }

    @Test
    void aCommandIsBoundToTheFirstOfThem() {
        assertThat(Cores.parse("1,4-5,10").bind(3))
                .containsExactly("taskset", "--cpu-list", "1,4,5");
    }
}
