package io.millrace.hadoop.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ShownProgressTest {

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    @Test
    void whoeverAsksOftenSeesOneChangeASecond() {
        ShownProgress progress = new ShownProgress(0);
        Set<Float> seen = new HashSet<>();
        for (int percent = 0; percent < 100; percent++) {
            seen.add(progress.of(percent / 100f, percent * SECOND / 20)); // five seconds in all
        }
        assertThat(seen).hasSize(5).contains(0f, 0.2f);
    }

    @Test
    void theEndIsShownAtOnceAndStays() {
        ShownProgress progress = new ShownProgress(0);
        assertThat(progress.of(0.5f, 1)).isZero();
        assertThat(progress.of(1, 2)).isOne();
        assertThat(progress.of(1, 3)).isOne();
    }
}
