package io.millrace.exchange.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.exchange.gang.Transport;
import io.millrace.exchange.ucx.Ucx;
import io.millrace.exchange.ucx.UcxException;
import io.millrace.exchange.wire.WireKind;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The gang whose links go through UCX: by shared memory and TCP, where there is no RDMA. */
class UcxGangTest extends TcpGangTest {

    @BeforeEach
    void ucxIsThere() {
        try {
            Ucx.find();
        } catch (UcxException e) {
            Assumptions.abort("skipped without UCX: " + e.getMessage());
        }
    }

    /** Those of workers that have another one. */
    private final Map<Integer, WireKind> mediums = new ConcurrentHashMap<>();

    @Override
    protected WireKind wireKind(int rank) {
        return mediums.computeIfAbsent(
                rank,
                its -> {
                    try {
                        return WireKind.ucx(Ucx.find());
                    } catch (UcxException e) {
                        throw new AssertionError(e);
                    }
                });
    }

    @Test
    void aWorkerWithoutUcxUsesSocketsWithTheOthers() throws Exception {
        mediums.put(1, WireKind.without("it was not installed here"));
        List<Transport> gang = gang(3);
        for (int from = 0; from < 3; from++) {
            int to = (from + 1) % 3;
            gang.get(from).send(to, message(from));
            assertThat(first(gang.get(to).receive(from))).isEqualTo(from);
            gang.get(to).send(from, message(to));
            assertThat(first(gang.get(from).receive(to))).isEqualTo(to);
        }
    }

    @Test
    void aWorkerThatCannotUseRdmaLogsWhyOnce() {
        try (Lines log = new Lines()) {
            WireKind without = WireKind.without("this machine has no RDMA device");
            assertThat(without.begin()).isNotNull();
            assertThat(without.begin()).isNotNull();
            assertThat(log.all())
                    .containsExactly(
                            "this worker cannot use RDMA, and uses TCP instead: this machine has"
                                    + " no RDMA device");
        }
    }

    @Override
    protected String mediumElsewhere() {
        return "ucx";
    }
}
