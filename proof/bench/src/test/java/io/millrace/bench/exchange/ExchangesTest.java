package io.millrace.bench.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.millrace.daemons.ClusterShape;
import io.millrace.testing.Sampled;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Sampled(oneIn = 2)
class ExchangesTest {

    @ParameterizedTest
    @CsvSource({"1, round trip", "2, 'round trip, two processes'"})
    void eachTransportHasARowAndARatioToItsLowerBound(int processes, String title)
            throws Exception {
        String tables = new Exchanges(1, Duration.ofMillis(2), processes).tables();
        assertThat(tables)
                .startsWith("| " + title + " | ")
                .containsPattern("\\| memory copy, one thread (\\| [0-9.]+ ){6}\\|")
                .containsPattern("\\| memory, two threads (\\| [0-9.]+ \\([0-9.]+\\) ){6}\\|")
                .containsPattern("\\| sockets, blocking (\\| [0-9.]+ ){6}\\|")
                .containsPattern("\\| tcp (\\| [0-9.]+ \\([0-9.]+\\) ){6}\\|")
                .containsPattern("\\| tcp with tls (\\| [0-9.]+ \\([0-9.]+\\) ){6}\\|")
                .containsPattern("\\| mapped copies (\\| [0-9.]+ ){6}\\|")
                .containsPattern("\\| shared (\\| [0-9.]+ \\([0-9.]+\\) ){6}\\|")
                .containsPattern("\\| memory, exchange (\\| [0-9.]+ ){3}\\|")
                .containsPattern("\\| tcp, rabenseifner (\\| [0-9.]+ ){3}\\|")
                .containsPattern("\\| tcp, auto .*(\\| [0-9.]+ \\([a-z]+\\) ){3}\\|");
    }

    @Test
    void eachWayBetweenProcessesHasOneMoreProcessWhichEndsWithIt() throws Exception {
        assertThat(farProcesses()).isZero();
        try (Way sockets = Route.SOCKETS.open(Site.ofProcesses());
                Way shared = Route.SHARED.open(Site.ofProcesses())) {
            assertThat(farProcesses()).isEqualTo(2);
            assertThat(sockets.run(Talk.ROUND_TRIPS, 8, 3)).isPositive();
            assertThat(shared.run(Talk.STREAM, End.MAX_BYTES, 3)).isPositive();
        }
        assertThat(farProcesses()).isZero();
    }

    @Test
    void workersOnTwoHostsAreMeasuredBesideSockets() throws Exception {
        assumeThat(ClusterShape.namespacesHindrance()).isEmpty();
        assertThat(new Exchanges(1, Duration.ofMillis(2), 2).linkTable(1_000))
                .startsWith("| round trip, link of 1000 Mbit/s | ")
                .containsPattern("\\| sockets, blocking (\\| [0-9.]+ ){6}\\|")
                .containsPattern("\\| tcp (\\| [0-9.]+ \\([0-9.]+\\) ){6}\\|")
                .containsPattern("\\| tcp with tls (\\| [0-9.]+ \\([0-9.]+\\) ){6}\\|");
        assertThat(farProcesses()).isZero();
    }

    private static long farProcesses() {
        return ProcessHandle.current().children().filter(ProcessHandle::isAlive).count();
    }
}
