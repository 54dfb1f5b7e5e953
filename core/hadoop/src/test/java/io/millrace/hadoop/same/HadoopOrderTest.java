package io.millrace.hadoop.same;

import io.millrace.engine.plan.EngineKeys;
import io.millrace.hadoop.jobs.TiedJobs;
import io.millrace.hadoop.jobs.TiedJobs.Emission;
import io.millrace.hadoop.testing.EngineSetup;
import io.millrace.hadoop.testing.EngineSetup.Memory;
import io.millrace.hadoop.testing.JobCase;
import io.millrace.hadoop.testing.SameAsLocal;
import io.millrace.testing.Sampled;
import io.millrace.testing.Seeds;
import io.millrace.testing.Soak;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * With {@code millrace.sort.ties=hadoop} values come in the order of Hadoop's local runner, to the
 * byte. No two map outputs of these jobs have the same length: of such ones that runner takes
 * whichever the hash of its job's random number brings first.
 */
@Sampled(oneIn = 3)
final class HadoopOrderTest {

    private static final Map<String, String> TIES = Map.of(EngineKeys.SORT_TIES.name(), "hadoop");

    @ParameterizedTest
    @MethodSource("numbers")
    void equalKeysComeAsInHadoop(int number) throws Exception {
        Random random = Seeds.random("ties-" + number);
        SameAsLocal.check(
                drawn(number, random),
                EngineSetup.PLAIN.with(random.nextBoolean() ? Memory.TINY : Memory.AMPLE),
                TIES);
    }

    static IntStream numbers() {
        int first = Integer.getInteger("millrace.test.ties.first", 0);
        return IntStream.range(first, first + Soak.cases(12, 1000));
    }

    /** A comparator that contradicts itself, by which each record is a group. */
    public static final class NeverZero extends WritableComparator {

        public NeverZero() {
            super(Text.class);
        }

        @Override
        public int compare(byte[] left, int at, int length, byte[] right, int other, int size) {
            return compareBytes(left, at, length, right, other, size) < 0 ? 1 : -1;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void recordsAndGroupsComeAsInHadoopWithAComparatorThatNeverAnswersZero(int maps)
            throws Exception {
        List<Emission> emissions = new ArrayList<>();
        for (int map = 0; map < maps; map++) {
            emissions.add(new Emission(100 + map, 3_000 + 500 * map, 5, 30, 0, 0, 0));
        }
        for (boolean newApi : new boolean[] {true, false}) {
            SameAsLocal.check(
                    TiedJobs.of(
                            "never-zero-" + maps + "-" + newApi,
                            emissions,
                            newApi,
                            conf ->
                                    conf.setClass(
                                            MRJobConfig.KEY_COMPARATOR,
                                            NeverZero.class,
                                            RawComparator.class)),
                    EngineSetup.PLAIN,
                    TIES);
        }
    }

    /** What a reduce task of 1 partition does with map outputs that are not all merged at once. */
    enum Fetching {
        ALL_ON_DISK,
        MERGED_ON_DISK,
        SOME_ON_DISK,
        KEPT_IN_MEMORY,
        SOME_KEPT_IN_MEMORY,
        MERGED_FROM_MEMORY,
        MERGED_FROM_MEMORY_AND_COMBINED,
        MERGED_IN_MEMORY
    }

    @ParameterizedTest
    @EnumSource(Fetching.class)
    void equalKeysComeAsInHadoopHoweverTheyAreFetched(Fetching fetching) throws Exception {
        int factor = 3;
        List<Emission> emissions = new ArrayList<>();
        for (int map = 0; map < 2 * factor - 1; map++) {
            int records = 400 + 31 * (7 * map % 5);
            emissions.add(new Emission(100 + map, records, 20, 30, 0, 0, 0));
        }
        boolean combined = fetching == Fetching.MERGED_FROM_MEMORY_AND_COMBINED;
        List<Long> bytes = new ArrayList<>();
        for (Emission emission : emissions) {
            bytes.add(emission.outputBytes(combined ? 1 : 0));
        }
        SameAsLocal.check(
                TiedJobs.of(
                        "ties-" + fetching,
                        emissions,
                        !combined,
                        conf -> {
                            conf.setInt(MRJobConfig.IO_SORT_FACTOR, factor);
                            set(fetching, bytes, conf);
                        }),
                EngineSetup.PLAIN,
                TIES);
    }

    private static void set(Fetching fetching, List<Long> bytes, Configuration conf) {
        long sum = bytes.stream().mapToLong(Long::longValue).sum();
        long least = Collections.min(bytes);
        long memory = 2 * sum;
        float single = 0.5f;
        float merge = 1;
        conf.setFloat(MRJobConfig.SHUFFLE_INPUT_BUFFER_PERCENT, 1);
        switch (fetching) {
            case ALL_ON_DISK -> {
                single = least / 2f / memory;
                conf.setInt(MRJobConfig.IO_SORT_FACTOR, 4);
            }
            case MERGED_ON_DISK -> single = least / 2f / memory;
            case SOME_ON_DISK -> single = sum / 5f / memory;
            case KEPT_IN_MEMORY -> conf.setFloat(MRJobConfig.REDUCE_INPUT_BUFFER_PERCENT, 1);
            case SOME_KEPT_IN_MEMORY ->
                    conf.setFloat(MRJobConfig.REDUCE_INPUT_BUFFER_PERCENT, 0.3f);
            case MERGED_FROM_MEMORY, MERGED_FROM_MEMORY_AND_COMBINED -> {
                merge = (sum - least / 2f) / memory;
                single = merge / 2;
            }
            case MERGED_IN_MEMORY -> {
                conf.setBoolean(MRJobConfig.REDUCE_MEMTOMEM_ENABLED, true);
                conf.setInt(MRJobConfig.REDUCE_MEMTOMEM_THRESHOLD, bytes.size());
            }
        }
        if (fetching == Fetching.MERGED_FROM_MEMORY_AND_COMBINED) {
            conf.setClass(
                    "mapred.combiner.class",
                    TiedJobs.OldMarking.class,
                    org.apache.hadoop.mapred.Reducer.class);
        }
        conf.setLong(MRJobConfig.REDUCE_MEMORY_TOTAL_BYTES, memory);
        conf.setFloat(MRJobConfig.SHUFFLE_MEMORY_LIMIT_PERCENT, single);
        conf.setFloat(MRJobConfig.SHUFFLE_MERGE_PERCENT, merge);
    }

    private static JobCase drawn(int number, Random random) {
        int maps = 1 + random.nextInt(7);
        int reduces = 1 + random.nextInt(3);
        boolean small = random.nextInt(3) == 0;
        List<Emission> emissions = new ArrayList<>();
        for (int map = 0; map < maps; map++) {
            int records = small ? random.nextInt(60) + map : 2_000 + random.nextInt(20_000);
            boolean rare = random.nextInt(3) == 0;
            emissions.add(
                    new Emission(
                            random.nextInt(1_000_000),
                            records,
                            1 + random.nextInt(random.nextBoolean() ? 10 : 20_000),
                            random.nextInt(random.nextInt(3) == 0 ? 1_000 : 60),
                            rare ? 1 + records / 3 : 0,
                            random.nextInt(3_000_000),
                            1 + 700 * map));
        }
        boolean newApi = random.nextBoolean();
        int combiner = random.nextInt(3);
        boolean grouped = newApi && random.nextInt(4) == 0;
        int factor = List.of(2, 3, 4, 10).get(random.nextInt(4));
        int minSpills = List.of(1, 2, 3, 100).get(random.nextInt(4));
        // With all of its buffer to be filled, Hadoop can overwrite its index, and fail; with
        // records that are larger than the buffer, it needs more room.
        boolean rares = emissions.stream().anyMatch(emission -> emission.rareEvery() > 0);
        float share = List.of(0.8f, 0.55f, 0.93f, rares ? 0.7f : 0.99f).get(random.nextInt(4));
        return TiedJobs.of(
                "ties-" + number,
                emissions,
                newApi,
                conf -> {
                    conf.setInt(MRJobConfig.NUM_REDUCES, reduces);
                    conf.setInt(MRJobConfig.IO_SORT_MB, 1);
                    conf.setFloat(MRJobConfig.MAP_SORT_SPILL_PERCENT, share);
                    conf.setInt(MRJobConfig.IO_SORT_FACTOR, factor);
                    conf.setInt(MRJobConfig.MAP_COMBINE_MIN_SPILLS, minSpills);
                    if (grouped) {
                        TiedJobs.grouped(conf);
                    }
                    if (combiner == 0) {
                        combine(conf, newApi);
                    }
                });
    }

    private static void combine(Configuration conf, boolean newApi) {
        if (newApi) {
            conf.setClass(
                    MRJobConfig.COMBINE_CLASS_ATTR,
                    TiedJobs.FirstTwo.class,
                    org.apache.hadoop.mapreduce.Reducer.class);
        } else {
            conf.setClass(
                    "mapred.combiner.class",
                    TiedJobs.OldFirstTwo.class,
                    org.apache.hadoop.mapred.Reducer.class);
        }
    }
}
