package io.millrace.exchange.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.millrace.exchange.gang.GangBrokenException;
import io.millrace.exchange.gang.Transport;
import io.millrace.exchange.message.Message;
import io.millrace.exchange.message.MessageWriter;
import io.millrace.exchange.ring.RingDirectory;
import io.millrace.testing.Await;
import io.millrace.testing.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The gang whose links go through memory that its workers share. */
class SharedGangTest extends TcpGangTest {

    private static final Path MAPS = Path.of("/proc/self/maps");

    @TempDir Path rings;
    private final Map<Integer, RingDirectory> directories = new ConcurrentHashMap<>();

    @Override
    protected RingDirectory rings(int rank) {
        return directories.computeIfAbsent(rank, own -> new RingDirectory(rings));
    }

    @Override
    protected void closeAll() {
        super.closeAll();
        assertThat(rings).isEmptyDirectory();
    }

    private void send(Transport from, int to, byte[] content) throws Exception {
        try (MessageWriter out = new MessageWriter(memory)) {
            out.write(content);
            from.send(to, out.finish());
        }
    }

    private static byte[] content(Message message) throws IOException {
        try (message) {
            return message.open().readAllBytes();
        }
    }

    /** Some megabytes, which no ring holds. */
    private static byte[] large() {
        byte[] content = new byte[5_000_001];
        Seeds.random("large").nextBytes(content);
        return content;
    }

    @Test
    void messagesLargerThanARingArriveWholeInBothDirectionsAtOnce() throws Exception {
        List<Transport> gang = gang(2);
        byte[] large = large();
        send(gang.get(0), 1, large);
        send(gang.get(1), 0, large);
        Future<byte[]> one = threads.submit(() -> content(gang.get(1).receive(0)));
        assertThat(content(gang.get(0).receive(1))).isEqualTo(large);
        assertThat(got(one)).isEqualTo(large);
    }

    @Test
    void theBytesGoThroughMemoryWhoseFileHasNoNameAnyMore() throws Exception {
        assumeThat(MAPS).exists();
        List<Transport> gang = gang(2);
        gang.get(0).send(1, message(5));
        assertThat(first(gang.get(1).receive(0))).isEqualTo(5);
        assertThat(Files.readAllLines(MAPS))
                .filteredOn(line -> line.contains(rings + "/"))
                .hasSize(2)
                .allMatch(line -> line.endsWith("(deleted)"));
    }

    @Test
    void workersThatCannotMakeRingsUseSocketsAndLogThatOnce() throws Exception {
        Path noDirectory = Files.createFile(folder.resolve("file"));
        Queue<String> lines = new ConcurrentLinkedQueue<>();
        Handler handler = new Lines(lines);
        Logger log = Logger.getLogger("io.millrace.exchange");
        log.addHandler(handler);
        try {
            directories.put(0, new RingDirectory(noDirectory));
            List<Transport> gang = gang(3);
            gang.get(0).send(1, message(5));
            assertThat(first(gang.get(1).receive(0))).isEqualTo(5);
            gang.get(2).send(0, message(6));
            assertThat(first(gang.get(0).receive(2))).isEqualTo(6);
        } finally {
            log.removeHandler(handler);
        }
        assertThat(lines)
                .singleElement()
                .asString()
                .contains("uses sockets instead")
                .contains(noDirectory.toString());
    }

    @Test
    void workersThatCannotOpenTheOthersRingsUseSockets() throws Exception {
        RingDirectory useless = new RingDirectory(folder.resolve("missing"));
        assertThat(useless.create()).isNull();
        directories.put(1, useless);
        List<Transport> gang = gang(2);
        gang.get(0).send(1, message(5));
        assertThat(first(gang.get(1).receive(0))).isEqualTo(5);
        gang.get(1).send(0, message(6));
        assertThat(first(gang.get(0).receive(1))).isEqualTo(6);
    }

    @Test
    void aWorkerThatIsKilledWithinAMessageIsLost() throws Exception {
        Process other =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                SendingWorker.class.getName(),
                                name,
                                folder.toString(),
                                rings.toString(),
                                HexFormat.of().formatHex(secret.bytes()))
                        .inheritIO()
                        .start();
        Transport zero;
        try {
            zero = got(join(0, 0, 2));
            assertThat(content(zero.receive(1))).hasSize(SendingWorker.BYTES);
            Await.until("the next message comes", () -> memory.heldBytes() > 0);
        } finally {
            other.destroyForcibly().waitFor();
        }
        assertThatThrownBy(
                        () -> {
                            while (true) {
                                assertThat(content(zero.receive(1))).hasSize(SendingWorker.BYTES);
                            }
                        })
                .isInstanceOf(GangBrokenException.class)
                .hasMessageContaining("worker 1 is lost");
    }

    /** Keeps the lines of a log. */
    private static final class Lines extends Handler {

        private final Queue<String> lines;

        Lines(Queue<String> lines) {
            this.lines = lines;
        }

        @Override
        public void publish(LogRecord entry) {
            lines.add(entry.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
