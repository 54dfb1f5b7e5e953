package io.millrace.collective.gang;

import io.millrace.collective.config.CollectiveKeys;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.util.ReflectionUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives each worker of a gang some of the splits of the job's own input format. Workers read them
 * themselves, once.
 */
public final class LoopInputFormat extends InputFormat<Object, Object> {

    private static final Logger LOG = LoggerFactory.getLogger(LoopInputFormat.class);

    /** The key of the job's own input format. */
    public static final String FORMAT = "io.millrace.collective.input.format";

    /** The key of the maximum number of workers. */
    public static final String WORKERS = "io.millrace.collective.workers";

    /** The job's own input format. */
    static InputFormat<?, ?> own(Configuration conf) {
        return ReflectionUtils.newInstance(
                conf.getClass(FORMAT, LoopInputFormat.class, InputFormat.class), conf);
    }

    @Override
    public List<InputSplit> getSplits(JobContext context) throws IOException, InterruptedException {
        Configuration conf = context.getConfiguration();
        List<InputSplit> splits = new ArrayList<>(own(conf).getSplits(context));
        List<Long> lengths = inTaskOrder(splits);
        int workers = Math.max(1, Math.min(conf.getInt(WORKERS, 1), splits.size()));
        reportFewer(CollectiveKeys.WORKERS.in(conf::get), workers);
        int[] firstMaps = firstMaps(lengths, workers);
        List<InputSplit> gang = new ArrayList<>();
        for (int rank = 0; rank < workers; rank++) {
            List<InputSplit> own = splits.subList(firstMaps[rank], firstMaps[rank + 1]);
            gang.add(new LoopSplit(conf, rank, firstMaps, own));
        }
        return gang;
    }

    /** With {@code auto}, 0 are requested. */
    private static void reportFewer(int requested, int workers) {
        if (requested > workers) {
            LOG.warn(
                    "the loop has {} workers, although {} is {}: its input has only {} splits;"
                            + " lower {} for more splits",
                    workers,
                    CollectiveKeys.WORKERS,
                    requested,
                    workers,
                    FileInputFormat.SPLIT_MAXSIZE);
        }
    }

    /**
     * Sorts as Hadoop's submission does, so that a split has the same map task as in a plain job.
     */
    private static List<Long> inTaskOrder(List<InputSplit> splits)
            throws IOException, InterruptedException {
        record Sized(InputSplit split, long length) {}
        List<Sized> sized = new ArrayList<>();
        for (InputSplit split : splits) {
            sized.add(new Sized(split, split.getLength()));
        }
        sized.sort(Comparator.comparingLong(Sized::length).reversed());
        splits.clear();
        sized.forEach(each -> splits.add(each.split()));
        return sized.stream().map(Sized::length).toList();
    }

    /** Splits into parts of about the same length, none of them empty. */
    static int[] firstMaps(List<Long> lengths, int workers) {
        int[] first = new int[workers + 1];
        long left = lengths.stream().mapToLong(Long::longValue).sum();
        int map = 0;
        for (int rank = 0; rank < workers; rank++) {
            first[rank] = map;
            int others = workers - rank - 1;
            long share = left / (others + 1);
            long own = 0;
            while (map < lengths.size() - others
                    && (map == first[rank] || own + lengths.get(map) / 2 < share || others == 0)) {
                own += lengths.get(map++);
            }
            left -= own;
        }
        first[workers] = lengths.size();
        return first;
    }

    @Override
    public RecordReader<Object, Object> createRecordReader(
            InputSplit split, TaskAttemptContext context) {
        return new NoRecords();
    }
}
