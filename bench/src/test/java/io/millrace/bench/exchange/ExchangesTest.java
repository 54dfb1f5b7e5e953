package io.millrace.bench.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ExchangesTest {

    @Test
    void eachTransportHasARowAndARatioToItsLowerBound() throws Exception {
        String tables = new Exchanges(1, Duration.ofMillis(2)).tables();
        assertThat(tables)
                .containsPattern("\\| memory copy, one thread (\\| [0-9.]+ ){6}\\|")
                .containsPattern("\\| memory (\\| [0-9.]+ \\([0-9.]+\\) ){6}\\|")
                .containsPattern("\\| sockets, blocking (\\| [0-9.]+ ){6}\\|")
                .containsPattern("\\| tcp (\\| [0-9.]+ \\([0-9.]+\\) ){6}\\|")
                .containsPattern("\\| memory, exchange (\\| [0-9.]+ ){3}\\|")
                .containsPattern("\\| tcp, rabenseifner (\\| [0-9.]+ ){3}\\|")
                .containsPattern("\\| tcp, auto .*(\\| [0-9.]+ \\([a-z]+\\) ){3}\\|");
    }
}
