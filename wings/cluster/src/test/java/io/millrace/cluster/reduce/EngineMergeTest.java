package io.millrace.cluster.reduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.cluster.reduce.FetchedSegments.Pair;
import io.millrace.cluster.reduce.FetchedSegments.Segment;
import io.millrace.testing.Seeds;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.task.reduce.MapOutput;
import org.apache.hadoop.util.ReflectionUtils;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Merges of random map outputs, in any order, in any memory. */
class EngineMergeTest {

    private static final int ROUNDS = 25;
    private static final int FETCHERS = 4;

    @TempDir static Path work;

    @Test
    void allCommittedRecordsComeInOrder() throws Exception {
        Random random = Seeds.random("merges");
        for (int round = 0; round < ROUNDS; round++) {
            int maps = 1 + random.nextInt(40);
            JobConf conf = FetchedSegments.job(work, maps);
            conf.setLong(
                    MRJobConfig.REDUCE_MEMORY_TOTAL_BYTES,
                    random.nextBoolean() ? 2_000_000 : 100_000_000);
            conf.setFloat(
                    MRJobConfig.REDUCE_INPUT_BUFFER_PERCENT,
                    random.nextBoolean() ? 0 : random.nextFloat());
            CompressionCodec codec =
                    random.nextBoolean()
                            ? null
                            : ReflectionUtils.newInstance(DefaultCodec.class, conf);
            assertMerges(conf, codec, maps, random);
        }
    }

    private static void assertMerges(
            JobConf conf, @Nullable CompressionCodec codec, int maps, Random random)
            throws Exception {
        List<Pair> expected = new ArrayList<>();
        try (FetchedSegments task = new FetchedSegments(conf, codec)) {
            List<Segment> segments = new ArrayList<>();
            for (int map = 0; map < maps; map++) {
                List<Pair> records = records(random);
                expected.addAll(records);
                segments.add(task.segment(records));
            }
            fetchAll(task, segments, random);
            List<Pair> merged = task.merged();
            assertThat(merged)
                    .isSortedAccordingTo((a, b) -> new Text(a.key()).compareTo(new Text(b.key())));
            Collections.sort(merged);
            Collections.sort(expected);
            assertThat(merged).as(Seeds.line()).isEqualTo(expected);
            assertThat(task.failures()).isEmpty();
        }
    }

    private static List<Pair> records(Random random) {
        List<Pair> records = new ArrayList<>();
        int size = random.nextInt(30) == 0 ? 40_000 : 20;
        for (int left = random.nextInt(600); left > 0; left--) {
            String key = Integer.toString(random.nextInt(500), 36);
            records.add(
                    new Pair(
                            key.repeat(1 + random.nextInt(size) / key.length()),
                            random.nextInt(5)));
        }
        Collections.sort(records);
        return records;
    }

    private static void fetchAll(FetchedSegments task, List<Segment> segments, Random random)
            throws Exception {
        List<Integer> order = new ArrayList<>();
        for (int map = 0; map < segments.size(); map++) {
            order.add(map);
        }
        Collections.shuffle(order, random);
        ExecutorService fetchers = Executors.newFixedThreadPool(FETCHERS);
        try {
            List<Future<?>> ends = new ArrayList<>();
            for (int map : order) {
                boolean twice = random.nextInt(5) == 0;
                ends.add(
                        fetchers.submit(() -> {
                            if (twice) {
                                task.fetch(segments.get(map), map, 0).abort();
                            }
                            task.fetch(segments.get(map), map, 1).commit();
                            return null;
                        }));
            }
            for (Future<?> end : ends) {
                end.get();
            }
        } finally {
            fetchers.shutdown();
        }
    }

    @Test
    void aSecondAttemptOfAMapTaskDoesNotCount() throws Exception {
        try (FetchedSegments task = new FetchedSegments(FetchedSegments.job(work, 2), null)) {
            Segment first = task.segment(List.of(new Pair("a", 1)));
            Segment second = task.segment(List.of(new Pair("a", 2)));
            MapOutput<Text, LongWritable> late = task.fetch(second, 0, 1);
            task.fetch(first, 0, 0).commit();
            late.commit();
            assertThat(task.merged()).containsExactly(new Pair("a", 1));
        }
    }

    @Test
    void aFetcherReadsNoByteOfTheNextOutput() throws Exception {
        JobConf conf = FetchedSegments.job(work, 2);
        for (CompressionCodec codec :
                new CompressionCodec[] {
                    null, ReflectionUtils.newInstance(DefaultCodec.class, conf)
                }) {
            try (FetchedSegments task = new FetchedSegments(conf, codec)) {
                Segment first = task.segment(List.of(new Pair("b", 1)));
                Segment second = task.segment(List.of(new Pair("a", 2)));
                ByteArrayOutputStream both = new ByteArrayOutputStream();
                both.write(first.stored());
                both.write(second.stored());
                ByteArrayInputStream stream = new ByteArrayInputStream(both.toByteArray());
                task.fetch(stream, first, 0, 0).commit();
                task.fetch(stream, second, 1, 0).commit();
                assertThat(task.merged()).containsExactly(new Pair("a", 2), new Pair("b", 1));
            }
        }
    }

    @Test
    void aDamagedOutputIsRejectedAndMayBeFetchedAgain() throws Exception {
        Random random = Seeds.random("damage");
        JobConf conf = FetchedSegments.job(work, 1);
        try (FetchedSegments task = new FetchedSegments(conf, null)) {
            Segment intact = task.segment(records(random));
            for (int i = 0; i < 50; i++) {
                byte[] bytes = intact.stored().clone();
                bytes[random.nextInt(bytes.length)] ^= (byte) (1 + random.nextInt(255));
                Segment damaged = new Segment(bytes, intact.raw());
                assertThatThrownBy(() -> task.fetch(damaged, 0, 0))
                        .as(Seeds.line())
                        .isInstanceOf(IOException.class);
            }
            Segment cut =
                    new Segment(
                            java.util.Arrays.copyOf(intact.stored(), intact.stored().length / 2),
                            intact.raw());
            assertThatThrownBy(() -> task.fetch(cut, 0, 0)).isInstanceOf(IOException.class);
            task.fetch(intact, 0, 0).commit();
            assertThat(task.segment(task.merged()).stored()).isEqualTo(intact.stored());
        }
    }
}
