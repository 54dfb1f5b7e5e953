package io.millrace.records.index;

import io.millrace.records.input.DecodedText;
import io.millrace.records.text.DelimitedRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;

/**
 * The keys at which the files of a sorted index begin, found in a sample: the first records of
 * splits that are spread over the input. They are in the form that {@code TotalOrderPartitioner}
 * reads.
 */
final class RangePoints {

    private static final int SPLITS = 16;
    private static final int RECORDS_OF_SPLIT = 4000;

    private RangePoints() {}

    /** Chooses at most {@code files - 1} different keys. */
    static List<BytesWritable> of(Job job, int files) throws IOException, InterruptedException {
        List<BytesWritable> sample = sample(job);
        sample.sort(null);
        List<BytesWritable> points = new ArrayList<>();
        for (int i = 1; i < files && !sample.isEmpty(); i++) {
            BytesWritable point = sample.get((int) ((long) i * sample.size() / files));
            BytesWritable last = points.isEmpty() ? sample.get(0) : points.get(points.size() - 1);
            if (point.compareTo(last) > 0) {
                points.add(point);
            }
        }
        return points;
    }

    private static List<BytesWritable> sample(Job job) throws IOException, InterruptedException {
        Configuration conf = job.getConfiguration();
        DecodedText format = new DecodedText();
        List<InputSplit> splits = format.getSplits(job);
        int step = Math.max(1, splits.size() / SPLITS);
        SortKey key = IndexSettings.sortKey(conf);
        List<BytesWritable> sample = new ArrayList<>();
        for (int i = 0; i < splits.size(); i += step) {
            TaskAttemptContext context = new TaskAttemptContextImpl(conf, new TaskAttemptID());
            try (RecordReader<LongWritable, DelimitedRecord> reader =
                    format.createRecordReader(splits.get(i), context)) {
                reader.initialize(splits.get(i), context);
                for (int j = 0; j < RECORDS_OF_SPLIT && reader.nextKeyValue(); j++) {
                    sample.add(new BytesWritable(key.of(reader.getCurrentValue()).copyBytes()));
                }
            }
        }
        return sample;
    }

    static void write(List<BytesWritable> points, Path file, Configuration conf)
            throws IOException {
        try (SequenceFile.Writer writer =
                SequenceFile.createWriter(
                        conf,
                        SequenceFile.Writer.file(file),
                        SequenceFile.Writer.keyClass(BytesWritable.class),
                        SequenceFile.Writer.valueClass(NullWritable.class))) {
            for (BytesWritable point : points) {
                writer.append(point, NullWritable.get());
            }
        }
    }
}
