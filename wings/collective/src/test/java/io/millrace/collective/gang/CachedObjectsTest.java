package io.millrace.collective.gang;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.MemoryUse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CachedObjectsTest {

    private static final int SPAN = 1 << 16;
    private static final int LINES = 10_000;

    @TempDir Path folder;
    private final JobConf conf = new JobConf();
    private List<String> expected = List.of();
    private Path file;

    @BeforeEach
    void makeInput() throws Exception {
        file = folder.resolve("lines");
        List<String> lines = IntStream.range(0, LINES).mapToObj(i -> "line number " + i).toList();
        Files.write(file, lines);
        expected = new ArrayList<>();
        int at = 0;
        for (String line : lines) {
            expected.add(at + " " + line);
            at += line.length() + 1;
        }
        conf.setClass(LoopInputFormat.FORMAT, TextInputFormat.class, InputFormat.class);
        conf.set("millrace.collective.keep", "objects");
    }

    private SplitRecords kept(MemoryBudget memory) throws Exception {
        FileSplit split =
                new FileSplit(
                        new org.apache.hadoop.fs.Path(file.toUri()),
                        0,
                        Files.size(file),
                        new String[0]);
        return CachedRecords.of(
                split, memory.account(MemoryUse.LOOP_RECORDS, "a test"), conf, context());
    }

    private TaskAttemptContextImpl context() {
        return new TaskAttemptContextImpl(conf, new TaskAttemptID());
    }

    /** What is read, as text, and the values themselves. */
    private List<String> read(SplitRecords records, IdentityHashMap<Text, Boolean> values)
            throws Exception {
        List<String> read = new ArrayList<>();
        try (RecordReader<Object, Object> reader = records.open(conf, context())) {
            while (reader.nextKeyValue()) {
                Text value = (Text) reader.getCurrentValue();
                values.put(value, true);
                read.add(reader.getCurrentKey() + " " + value);
            }
            assertThat(reader.nextKeyValue()).isFalse();
            assertThat(reader.getProgress()).isEqualTo(1);
        }
        return read;
    }

    @Test
    void eachReaderGivesTheSameObjectsWhichCountAsMemory() throws Exception {
        try (MemoryBudget memory = new MemoryBudget(1 << 26, SPAN, 0)) {
            IdentityHashMap<Text, Boolean> values = new IdentityHashMap<>();
            try (SplitRecords records = kept(memory)) {
                assertThat(records).isInstanceOf(CachedObjects.class);
                assertThat(read(records, values)).isEqualTo(expected);
                assertThat(read(records, values)).isEqualTo(expected);
                assertThat(values).hasSize(LINES);
                long characters = expected.stream().mapToLong(String::length).sum();
                assertThat(memory.heldBytes()).isGreaterThan(characters + 40L * LINES);
            }
            assertThat(memory.heldBytes()).isZero();
        }
    }

    @Test
    void whereObjectsFindNoRoomTheirBytesStay() throws Exception {
        try (MemoryBudget memory = new MemoryBudget(14 * SPAN, SPAN, 0)) {
            IdentityHashMap<Text, Boolean> values = new IdentityHashMap<>();
            try (SplitRecords records = kept(memory)) {
                assertThat(records).isInstanceOf(CachedRecords.class);
                assertThat(read(records, values)).isEqualTo(expected);
                assertThat(values).hasSize(1);
                assertThat(memory.heldBytes()).isLessThan(7 * SPAN);
            }
            assertThat(memory.heldBytes()).isZero();
        }
    }

    @Test
    void anInputWithoutRecordsHasNoObjects() throws Exception {
        Files.write(file, new byte[0]);
        try (MemoryBudget memory = new MemoryBudget(1 << 26, SPAN, 0)) {
            try (SplitRecords records = kept(memory)) {
                assertThat(read(records, new IdentityHashMap<>())).isEmpty();
            }
            assertThat(memory.heldBytes()).isZero();
        }
    }
}
