package io.millrace.engine.job;

import io.millrace.engine.testing.ByteJob;
import io.millrace.engine.testing.ByteRecord;
import io.millrace.engine.testing.EngineFixture;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** Jobs for tests of partial reduce, and their results. */
public final class NumberJobs {

    static final int PARTITIONS = 5;
    static final int THREADS = 3;
    private static final int KEYS = 50;

    private NumberJobs() {}

    /** An engine that reduces early, with these settings, by turns names and values. */
    static EngineFixture engine(Path directory, String... settings) {
        Map<String, String> all = new HashMap<>();
        all.put("millrace.memory.max", "64m");
        all.put("millrace.partial.start.threshold", "2");
        all.put("millrace.partial.stop.fraction", "1");
        all.put("millrace.partial.max.ratio", "1");
        for (int i = 0; i < settings.length; i += 2) {
            all.put(settings[i], settings[i + 1]);
        }
        return EngineFixture.open(directory, all);
    }

    /** The same with little record memory, in small slabs. */
    static EngineFixture tightEngine(Path directory, String memory, String... settings) {
        List<String> all = new ArrayList<>(List.of(settings));
        all.addAll(List.of("millrace.memory.max", memory, "millrace.memory.slab.size", "16k"));
        return engine(directory, all.toArray(String[]::new));
    }

    /** Each value is a number of its own, so that one that is lost or counted twice shows. */
    static ByteJob job(EngineFixture engine, int maps, int records) {
        return withNumbers(engine.job("job"), maps, records);
    }

    /** The same for a job that has no map tasks yet. */
    static ByteJob withNumbers(ByteJob job, int maps, int records) {
        job.reducers(PARTITIONS);
        for (int map = 0; map < maps; map++) {
            List<ByteRecord> split = new ArrayList<>();
            for (int i = 0; i < records; i++) {
                byte[] value = ByteBuffer.allocate(4).putInt(map * records + i).array();
                split.add(
                        new ByteRecord(
                                ("key" + i % KEYS).getBytes(StandardCharsets.US_ASCII), value));
            }
            job.split(split);
        }
        return job;
    }

    /** Records of 4 KB: to spill one takes longer than to call a reducer, whatever the disk is. */
    static ByteJob largeRecords(EngineFixture engine, int keys) {
        byte[] value = new byte[4 << 10];
        new Random(1).nextBytes(value);
        ByteJob job = engine.job("job").reducers(PARTITIONS);
        for (int map = 0; map < 40; map++) {
            List<ByteRecord> split = new ArrayList<>();
            for (int i = 0; i < 400; i++) {
                String key = "key" + (map * 400 + i) % keys;
                split.add(new ByteRecord(key.getBytes(StandardCharsets.US_ASCII), value));
            }
            job.split(split);
        }
        return job;
    }

    /** The numbers of each key, in their order. */
    static Map<String, List<Integer>> numbers(ByteJob job) {
        Map<String, List<Integer>> values = new TreeMap<>();
        for (ByteRecord record : job.outputs()) {
            ByteBuffer numbers = ByteBuffer.wrap(record.value());
            while (numbers.hasRemaining()) {
                values.computeIfAbsent(
                                new String(record.key(), StandardCharsets.US_ASCII),
                                key -> new ArrayList<>())
                        .add(numbers.getInt());
            }
        }
        values.values().forEach(list -> list.sort(null));
        return values;
    }

    static Map<String, List<Integer>> expected(int maps, int records) {
        Map<String, List<Integer>> values = new TreeMap<>();
        for (int i = 0; i < maps * records; i++) {
            values.computeIfAbsent("key" + i % records % KEYS, key -> new ArrayList<>()).add(i);
        }
        return values;
    }
}
