package io.millrace.exchange.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.millrace.exchange.gang.Transport;
import io.millrace.exchange.ring.RingDirectory;
import io.millrace.exchange.wire.WireKind;
import io.millrace.testing.Sampled;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The gang whose links go through memory that its workers share. */
@Sampled(oneIn = 3)
class SharedGangTest extends TcpGangTest {

    private static final Path MAPS = Path.of("/proc/self/maps");

    @TempDir Path rings;
    private final Map<Integer, RingDirectory> directories = new ConcurrentHashMap<>();

    @Override
    protected WireKind wireKind(int rank) {
        return WireKind.rings(directories.computeIfAbsent(rank, own -> new RingDirectory(rings)));
    }

    @Override
    protected String mediumElsewhere() {
        return "rings:" + rings;
    }

    @Override
    protected void closeAll() {
        super.closeAll();
        assertThat(rings).isEmptyDirectory();
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
        directories.put(0, new RingDirectory(noDirectory));
        List<String> lines;
        try (Lines log = new Lines()) {
            List<Transport> gang = gang(3);
            gang.get(0).send(1, message(5));
            assertThat(first(gang.get(1).receive(0))).isEqualTo(5);
            gang.get(2).send(0, message(6));
            assertThat(first(gang.get(0).receive(2))).isEqualTo(6);
            lines = log.all();
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
}
