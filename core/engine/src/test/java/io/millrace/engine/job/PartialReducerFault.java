package io.millrace.engine.job;

import io.millrace.engine.record.Combiner;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.record.RecordSink;
import io.millrace.engine.testing.ByteRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** Partial reducers that break a rule. */
public enum PartialReducerFault {
    CHANGES_THE_KEY {
        @Override
        void combine(int partition, RecordCursor records, RecordSink out) throws Exception {
            while (records.next()) {
                emit(out, partition, "other".getBytes(StandardCharsets.US_ASCII), new byte[4]);
            }
        }
    },
    EMITS_NOTHING {
        @Override
        void combine(int partition, RecordCursor records, RecordSink out) throws Exception {
            while (records.next()) {
                // nothing comes of it
            }
        }
    },
    DROPS_ITS_LAST_KEY {
        @Override
        void combine(int partition, RecordCursor records, RecordSink out) throws Exception {
            byte[] last = null;
            while (records.next()) {
                byte[] key = ByteRecord.copyOf(records).key();
                if (last == null || Arrays.equals(last, key)) {
                    emit(out, partition, key, ByteRecord.copyOf(records).value());
                    last = key;
                }
            }
        }
    },
    LEAVES_KEYS_UNREAD {
        @Override
        void combine(int partition, RecordCursor records, RecordSink out) throws Exception {
            if (records.next()) {
                ByteRecord first = ByteRecord.copyOf(records);
                emit(out, partition, first.key(), first.value());
            }
        }
    },
    THROWS {
        @Override
        void combine(int partition, RecordCursor records, RecordSink out) {
            throw new IllegalStateException("this reducer fails");
        }
    },
    THROWS_AN_ERROR {
        @Override
        void combine(int partition, RecordCursor records, RecordSink out) {
            throw new NoClassDefFoundError("some/Class");
        }
    },
    NEVER_ENDS {
        @Override
        void combine(int partition, RecordCursor records, RecordSink out) throws Exception {
            new CountDownLatch(1).await();
        }
    };

    abstract void combine(int partition, RecordCursor records, RecordSink out) throws Exception;

    static void emit(RecordSink out, int partition, byte[] key, byte[] value) throws Exception {
        out.output().write(key, 0, key.length);
        out.endKey();
        out.output().write(value, 0, value.length);
        out.endRecord(partition);
    }

    /** Breaks the rule at each call, and counts the calls. */
    public Combiner counting(AtomicInteger calls) {
        return (partition, records, out) -> {
            calls.incrementAndGet();
            try {
                combine(partition, records, out);
            } catch (IOException | InterruptedException | RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IOException(e);
            }
        };
    }
}
