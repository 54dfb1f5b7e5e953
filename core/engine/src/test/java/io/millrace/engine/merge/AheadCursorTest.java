package io.millrace.engine.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.record.ArrayCursor;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.TaskKind;
import io.millrace.engine.testing.ByteKeyOrder;
import io.millrace.engine.testing.ByteRecord;
import io.millrace.engine.testing.TestMemory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class AheadCursorTest {

    private static final Executor NEVER = work -> {};

    private final AttemptGuard guard = new AttemptGuard(new AttemptId(TaskKind.REDUCE, 0, 0));
    private final MemoryAccount memory = TestMemory.of(4 << 20, 64 << 10);
    private List<Slab> slabs = List.of();

    @BeforeEach
    void takeMemory() throws InterruptedException {
        slabs = memory.take(SlabKind.HEAP, 3, memory.diskBufferBytes());
    }

    @AfterEach
    void giveMemoryBack() {
        slabs.forEach(Slab::close);
        assertThat(memory.heldBytes()).isZero();
        memory.budget().close();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 4095, 4096, 4097, 50_000})
    void givesTheSameRecords(int count) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        try {
            for (Executor threads : List.<Executor>of(pool, Runnable::run, NEVER)) {
                List<String> expected = read(new Records(count, 40));
                RecordCursor ahead = ahead(new Records(count, 40), threads);
                assertThat(read(ahead)).isEqualTo(expected);
                assertThat(ahead.next()).isFalse();
                assertThat(ahead.progress()).isEqualTo(1);
                ahead.close();
            }
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void saysHowFarTheReaderIsAndNotTheThreadAheadOfIt() throws Exception {
        Records inline = new Records(9000, 40);
        try (RecordCursor ahead = ahead(new Records(9000, 40), Runnable::run)) {
            assertThat(ahead.progress()).isZero();
            while (ahead.next()) {
                inline.next();
                assertThat(ahead.progress()).isCloseTo(inline.progress(), within(0.02f));
            }
        }
    }

    @Test
    void givesRecordsThatAreLargerThanABlockAmongSmallOnes() throws Exception {
        List<String> expected = read(new Records(1000, 50_000));
        try (RecordCursor ahead = ahead(new Records(1000, 50_000), Runnable::run)) {
            assertThat(read(ahead)).isEqualTo(expected);
        }
    }

    /** A key is not known to be the same in the next block, which does not have it. */
    @Test
    void saysThatAKeyIsTheSameOnlyIfItIs() throws Exception {
        List<ByteRecord> records = new ArrayList<>();
        for (int i = 0; i < 9000; i++) {
            records.add(ByteRecord.of("key" + i / 10, "value" + i));
        }
        List<ByteRecord> read = new ArrayList<>();
        int same = 0;
        try (RecordCursor ahead =
                ahead(
                        new ByteRecords(records, ByteKeyOrder.withPrefix(), () -> {}),
                        Runnable::run)) {
            while (ahead.next()) {
                if (ahead.sameKey()) {
                    same++;
                    assertThat(read.size() % 10).isPositive();
                }
                read.add(ByteRecord.copyOf(ahead));
            }
        }
        assertThat(read).isEqualTo(records);
        assertThat(same).isBetween(8000, 8100);
    }

    @Test
    void readsOnWhereThePoolHasEnded() throws Exception {
        Executor ended =
                work -> {
                    throw new RejectedExecutionException("ended");
                };
        try (RecordCursor ahead = ahead(new Records(9000, 40), ended)) {
            assertThat(read(ahead)).hasSize(9000);
        }
    }

    @Test
    void throwsWhatTheSourceThrew() throws Exception {
        Records failing = new Records(20_000, 40);
        failing.failAt = 10_000;
        try (RecordCursor ahead = ahead(failing, Runnable::run)) {
            assertThatThrownBy(() -> read(ahead)).hasMessage("the disk is gone");
            assertThatThrownBy(ahead::next).hasMessage("the disk is gone");
        }
    }

    @Test
    void givesARevokedAttemptNothing() throws Exception {
        try (RecordCursor ahead = ahead(new Records(10, 40), Runnable::run)) {
            assertThat(ahead.next()).isTrue();
            guard.revoke();
            assertThatThrownBy(ahead::next).hasMessageContaining("revoked");
        }
    }

    @Test
    void closesTheSourceOnlyWhenNobodyReadsIt() throws Exception {
        Records slow = new Records(10_000, 40);
        slow.reached = new CountDownLatch(1);
        slow.goOn = new CountDownLatch(1);
        ExecutorService pool = Executors.newFixedThreadPool(2);
        try {
            RecordCursor ahead = ahead(slow, pool);
            slow.reached.await();
            var closing =
                    pool.submit(() -> {
                        ahead.close();
                        return slow.closedWhileRead;
                    });
            slow.goOn.countDown();
            assertThat(closing.get(30, TimeUnit.SECONDS)).isFalse();
            assertThat(slow.closed).isTrue();
            assertThatThrownBy(() -> read(ahead)).hasMessageContaining("closed");
        } finally {
            pool.shutdownNow();
        }
    }

    private RecordCursor ahead(RecordCursor source, Executor threads) {
        return new AheadCursor(source, slabs, threads, guard);
    }

    private static List<String> read(RecordCursor cursor) throws IOException {
        List<String> records = new ArrayList<>();
        while (cursor.next()) {
            byte[] key =
                    Arrays.copyOfRange(
                            cursor.keyBytes(),
                            cursor.keyOffset(),
                            cursor.keyOffset() + cursor.keyLength());
            byte[] value =
                    Arrays.copyOfRange(
                            cursor.valueBytes(),
                            cursor.valueOffset(),
                            cursor.valueOffset() + cursor.valueLength());
            records.add(
                    cursor.prefix() + " " + Arrays.hashCode(key) + " " + Arrays.hashCode(value));
        }
        return records;
    }

    /** Records of pseudo-random bytes, all in one array that is written over each time. */
    private static final class Records extends ArrayCursor {

        private final Random random = new Random(7);
        private final int count;
        private final int maxLength;
        private final byte[] bytes;
        private int given;
        private int failAt = -1;
        private CountDownLatch reached = new CountDownLatch(0);
        private CountDownLatch goOn = new CountDownLatch(0);
        private volatile boolean reading;
        private volatile boolean closed;
        private volatile boolean closedWhileRead;

        Records(int count, int maxLength) {
            this.count = count;
            this.maxLength = maxLength;
            this.bytes = new byte[2 * maxLength];
        }

        @Override
        public boolean next() throws IOException {
            reading = true;
            try {
                reached.countDown();
                goOn.await();
                if (given == failAt) {
                    throw new IOException("the disk is gone");
                }
                if (given == count) {
                    return false;
                }
                given++;
                random.nextBytes(bytes); // all of them, so that a view that is kept goes wrong
                int longest = random.nextInt(8) == 0 ? maxLength : 40;
                int keyLength = random.nextInt(longest + 1);
                int valueAt = keyLength + random.nextInt(longest - keyLength + 1);
                moveTo(bytes, 0, keyLength, valueAt, random.nextInt(longest + 1));
                return true;
            } catch (InterruptedException e) {
                throw new IOException(e);
            } finally {
                reading = false;
            }
        }

        @Override
        public long prefix() {
            return given * 31L;
        }

        @Override
        public float progress() {
            return (float) given / count;
        }

        @Override
        public void close() {
            closed = true;
            closedWhileRead |= reading;
        }
    }
}
