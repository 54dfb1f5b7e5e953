package io.millrace.ui.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryDirectoryTest {

    private static final Instant WHEN = Instant.parse("2026-11-22T08:35:01Z");
    private static final int MANY = 1000;
    private static final long ROOM = 1 << 20;

    @TempDir Path folder;

    private Path path;
    private HistoryDirectory history;

    @BeforeEach
    void open() {
        path = folder.resolve("state/history");
        history = new HistoryDirectory(path);
    }

    @Test
    void whatIsKeptIsReadAgainAndOnlyItsOwnerMay() throws Exception {
        String report = report("job_1_0001");
        String id = history.add(report, WHEN, MANY, ROOM);
        assertThat(id).matches("20261122-083501-[0-9a-f]{4}");
        assertThat(history.report(id)).isEqualTo(report);
        assertThat(entries())
                .containsExactly(
                        new HistoryEntry(
                                id,
                                "job_1_0001",
                                "words",
                                "SUCCEEDED",
                                1_795_000_000_000L,
                                1_500_000,
                                12,
                                3,
                                "file:/out"));
        assertThat(mode(path)).isEqualTo("rwx------");
        assertThat(mode(path.resolve(id + ".json.gz"))).isEqualTo("rw-------");
    }

    private static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    @Test
    void aHistoryThatWasNeverWrittenIsEmpty() throws Exception {
        assertThat(entries()).isEmpty();
        assertThat(history.matching("")).isEmpty();
        assertThat(history.clear()).isZero();
    }

    @Test
    void theNewestBeforeAJobIsOlderThanTheJob() throws Exception {
        List<String> ids = new ArrayList<>();
        for (int second = 0; second < 4; second++) {
            ids.add(history.add(report("job_1_" + second), WHEN.plusSeconds(second), MANY, ROOM));
        }
        assertThat(history.newestBefore(ids.get(2), MANY, entry -> true))
                .hasValue(history.entry(ids.get(1)));
        assertThat(history.newestBefore(ids.get(2), MANY, entry -> entry.jobId().endsWith("_0")))
                .hasValue(history.entry(ids.get(0)));
        assertThat(history.newestBefore(ids.get(2), 1, entry -> entry.jobId().endsWith("_0")))
                .isEmpty();
        assertThat(history.newestBefore(ids.get(0), MANY, entry -> true)).isEmpty();
    }

    @Test
    void theOldestGoWhenThereAreTooMany() throws Exception {
        List<String> ids = new ArrayList<>();
        for (int second = 0; second < 6; second++) {
            ids.add(history.add(report("job_1_" + second), WHEN.plusSeconds(second), 3, ROOM));
        }
        assertThat(entries())
                .extracting(HistoryEntry::id)
                .containsExactly(ids.get(5), ids.get(4), ids.get(3));
    }

    @Test
    void theOldestGoWhenTheyAreTooLargeButNeverTheNewest() throws Exception {
        history.add(report("job_1_1"), WHEN, MANY, ROOM);
        String second = history.add(report("job_1_2"), WHEN.plusSeconds(1), MANY, ROOM);
        long size = Files.size(path.resolve(second + ".json.gz"));
        String third = history.add(report("job_1_3"), WHEN.plusSeconds(2), MANY, 2 * size + 2);
        assertThat(entries()).extracting(HistoryEntry::id).containsExactly(third, second);
        String fourth = history.add(report("job_1_4"), WHEN.plusSeconds(3), MANY, 1);
        assertThat(entries()).extracting(HistoryEntry::id).containsExactly(fourth);
    }

    @Test
    void writersAtTheSameTimeLoseNothingAndLeaveNothingUnfinished() throws Exception {
        int writers = 8;
        int each = 25;
        ExecutorService pool = Executors.newFixedThreadPool(writers);
        try {
            List<Future<?>> running =
                    IntStream.range(0, writers)
                            .<Future<?>>mapToObj(writer ->
                                    pool.submit(() -> {
                                        HistoryDirectory own = new HistoryDirectory(path);
                                        for (int job = 0; job < each; job++) {
                                            own.add(
                                                    report("job_" + writer + "_" + job),
                                                    WHEN,
                                                    MANY,
                                                    ROOM);
                                            // A reader meets whole ones only.
                                            entries();
                                        }
                                        return null;
                                    }))
                            .toList();
            for (Future<?> writer : running) {
                writer.get();
            }
        } finally {
            pool.shutdown();
        }
        assertThat(entries())
                .hasSize(writers * each)
                .extracting(HistoryEntry::jobId)
                .doesNotHaveDuplicates();
        try (Stream<Path> files = Files.list(path)) {
            assertThat(files).hasSize(writers * each);
        }
    }

    @Test
    void whatIsDamagedIsToldAndTheRestIsRead() throws Exception {
        String id = history.add(report("job_1_1"), WHEN, MANY, ROOM);
        byte[] whole = Files.readAllBytes(path.resolve(id + ".json.gz"));
        Path cut = path.resolve("20261122-083502-0000.json.gz");
        Files.write(cut, Arrays.copyOf(whole, 20));
        Path noGzip = Files.writeString(path.resolve("20261122-083503-0000.json.gz"), "text");
        Path empty = Files.createFile(path.resolve("20261122-083504-0000.json.gz"));
        Path beingMade = Files.createFile(path.resolve("20261122-083505-0000.json.gz"));
        Files.setLastModifiedTime(empty, FileTime.from(Instant.parse("2020-01-01T00:00:00Z")));
        Map<Path, IOException> damaged = new HashMap<>();

        assertThat(history.entries(damaged::put)).extracting(HistoryEntry::id).containsExactly(id);
        assertThat(damaged).containsOnlyKeys(cut, noGzip, empty);
        assertThat(beingMade).exists();
        assertThatThrownBy(() -> history.report("20261122-083503-0000"))
                .isInstanceOf(IOException.class);
    }

    @Test
    void whatAKilledProcessLeftUnfinishedGoesInTime() throws Exception {
        history.add(report("job_1_1"), WHEN, MANY, ROOM);
        Path old = Files.createFile(path.resolve("making1.tmp"));
        Path young = Files.createFile(path.resolve("making2.tmp"));
        Files.setLastModifiedTime(old, FileTime.from(Instant.parse("2020-01-01T00:00:00Z")));
        history.add(report("job_1_2"), WHEN, MANY, ROOM);
        assertThat(old).doesNotExist();
        assertThat(young).exists();
    }

    @Test
    void theBeginningOfAnIdNamesItIfNoOtherBeginsSo() throws Exception {
        String first = history.add(report("job_1_1"), WHEN, MANY, ROOM);
        String second = history.add(report("job_1_2"), WHEN.plusSeconds(1), MANY, ROOM);
        assertThat(history.matching("20261122")).containsExactly(second, first);
        assertThat(history.matching("20261122-083501")).containsExactly(first);
        assertThat(history.matching(second)).containsExactly(second);
        assertThat(history.matching("2025")).isEmpty();
    }

    private List<HistoryEntry> entries() throws IOException {
        return history.entries((file, why) -> {
            throw new AssertionError(file + " is damaged", why);
        });
    }

    private static String report(String job) {
        return """
        {"format":1,"job":{"id":"%s","name":"words","state":"SUCCEEDED",\
        "startMillis":1795000000000,"elapsedMicros":1500000,"maps":1,"reduces":1,\
        "recordsIn":12,"recordsOut":3,"output":"file:/out"},"plan":[]}\
        """
                .formatted(job);
    }
}
