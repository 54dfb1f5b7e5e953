package io.millrace.exchange.tcp;

import io.millrace.exchange.ucx.Ucx;
import io.millrace.exchange.ucx.UcxException;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;

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

    @Override
    protected Medium medium(int rank) {
        try {
            return Medium.ucx(Ucx.find());
        } catch (UcxException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    protected String mediumElsewhere() {
        return "ucx";
    }
}
