package io.millrace.exchange.ucx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.testing.Await;
import io.millrace.testing.Seeds;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("jdk")
class UcxTest {

    private static final int FOREIGN = 22;

    /** UCX; without it, the test is skipped and says why. */
    private static Ucx ucx() {
        try {
            return Ucx.find();
        } catch (UcxException e) {
            Assumptions.abort("skipped without UCX: " + e.getMessage());
            throw new AssertionError(e);
        }
    }

    @Test
    void bytesGoThroughAStreamEachWay() throws Exception {
        Ucx ucx = ucx();
        try (UcxWorker one = ucx.worker();
                UcxWorker two = ucx.worker()) {
            UcxEndpoint near = one.connect(two.address());
            UcxEndpoint far = two.connect(one.address());
            byte[] content = new byte[100_000];
            Seeds.random("stream").nextBytes(content);
            carries(near, far, content);
            carries(far, near, content);
            near.close();
            far.close();
        }
    }

    private static void carries(UcxEndpoint from, UcxEndpoint to, byte[] content) throws Exception {
        from.allocate(content.length);
        from.room().put(content);
        from.send();
        ByteBuffer all = ByteBuffer.allocate(content.length);
        Await.until(
                "all bytes have come",
                () -> {
                    from.hasBytes();
                    while (to.hasBytes()) {
                        all.put(to.bytes());
                        to.release();
                    }
                    return !all.hasRemaining();
                });
        assertThat(all.array()).isEqualTo(content);
        assertThat(from.isSending()).isFalse();
    }

    @Test
    void theStreamOfALostWorkerFails() throws Exception {
        Ucx ucx = ucx();
        try (UcxWorker one = ucx.worker()) {
            UcxEndpoint near;
            try (UcxWorker two = ucx.worker()) {
                near = one.connect(two.address());
                UcxEndpoint far = two.connect(one.address());
                carries(near, far, new byte[10]);
                far.close();
            }
            near.close();
        }
    }

    @Test
    void aMachineWithoutADeviceIsRefusedUnlessTheUserNamesTransports(@TempDir Path devices)
            throws Exception {
        for (Path each : List.of(devices, devices.resolve("missing"))) {
            assertThatThrownBy(() -> Ucx.checkNetwork(null, each))
                    .isInstanceOf(UcxException.class)
                    .hasMessageContaining("no RDMA device")
                    .hasMessageContaining("UCX_TLS");
        }
        Ucx.checkNetwork("tcp", devices);
        Files.createDirectory(devices.resolve("mlx5_0"));
        Ucx.checkNetwork(null, devices);
    }

    @Test
    void anOldJdkIsRefused() {
        assertThatThrownBy(() -> Ucx.find(17, "libucp.so.0"))
                .isInstanceOf(UcxException.class)
                .hasMessageContaining("JDK 22 or newer, not JDK 17");
    }

    @Test
    void aMachineWithoutTheLibraryIsRefused() {
        Assumptions.assumeTrue(Runtime.version().feature() >= FOREIGN);
        assertThatThrownBy(() -> Ucx.find(Runtime.version().feature(), "libmissing.so.0"))
                .isInstanceOf(UcxException.class)
                .hasMessageContaining("libmissing.so.0 is not installed");
    }

    @Test
    void anotherLibraryIsRefused() {
        Assumptions.assumeTrue(Runtime.version().feature() >= FOREIGN);
        assertThatThrownBy(() -> Ucx.find(Runtime.version().feature(), "libm.so.6"))
                .isInstanceOf(UcxException.class)
                .hasMessageContaining("lacks the function ucp_get_version");
    }
}
