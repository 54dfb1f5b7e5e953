package io.millrace.measure.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.millrace.measure.Sample;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpeedupTest {

    @Test
    void speedupsAreOfMeansAndTheirSpreadIsThatOfBothSamples() {
        Speedup speedup =
                Speedup.of(
                        new Sample(List.of(9.0, 10.0, 11.0)), new Sample(List.of(4.0, 5.0, 6.0)));

        assertThat(speedup.times()).isEqualTo(2.0);
        assertThat(speedup.spread()).isCloseTo(2 * Math.sqrt(0.01 + 0.04), within(1e-12));
    }

    @Test
    void samplesWithoutSpreadGiveASpeedupWithoutSpread() {
        Speedup speedup = Speedup.of(new Sample(List.of(6.0, 6.0)), new Sample(List.of(2.0, 2.0)));

        assertThat(speedup).isEqualTo(new Speedup(3, 0));
    }
}
