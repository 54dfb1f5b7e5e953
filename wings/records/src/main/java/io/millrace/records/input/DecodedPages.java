package io.millrace.records.input;

import io.millrace.records.config.JobPredicate;
import io.millrace.records.config.RecordCounter;
import io.millrace.records.config.RecordCounts;
import io.millrace.records.paged.PagedPlan;
import io.millrace.records.paged.PagedScan;
import io.millrace.records.paged.UnfinishedInput;
import io.millrace.records.predicate.RangePredicate;
import io.millrace.records.text.DelimitedRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;

/**
 * Reads paged files. The key of a record is its number in its file, counted from 0. All records of
 * a split are one object, which the next record changes. Pages that cannot match the job's
 * predicate are not read.
 */
public final class DecodedPages extends FileInputFormat<LongWritable, DelimitedRecord> {

    /** Sets the predicate that records must match; others do not reach the mapper. */
    public static void setWhere(Job job, RangePredicate where) {
        JobPredicate.set(job.getConfiguration(), where);
    }

    /** Also reads the files' footers, so that mistakes and damage fail the submission. */
    @Override
    public List<InputSplit> getSplits(JobContext job) throws IOException {
        PagedPlan plan = new PagedPlan(job.getConfiguration());
        List<PageSplit> splits = new ArrayList<>();
        long min = Math.max(getFormatMinSplitSize(), getMinSplitSize(job));
        for (FileStatus file : listStatus(job)) {
            FileSystem files = file.getPath().getFileSystem(job.getConfiguration());
            long bytes = computeSplitSize(file.getBlockSize(), min, getMaxSplitSize(job));
            plan.add(file, files.getFileBlockLocations(file, 0, file.getLen()), bytes).stream()
                    .map(PageSplit::new)
                    .forEach(splits::add);
        }
        if (!splits.isEmpty()) {
            splits.get(0).setSkipped(plan.skippedPages(), plan.skippedBytes());
        }
        return new ArrayList<>(splits);
    }

    /** Includes directories below: an index has one for each time it was built. */
    @Override
    protected List<FileStatus> listStatus(JobContext job) throws IOException {
        UnfinishedInput.refuse(getInputPaths(job), job.getConfiguration());
        job.getConfiguration().setBoolean(INPUT_DIR_RECURSIVE, true);
        return super.listStatus(job);
    }

    @Override
    public RecordReader<LongWritable, DelimitedRecord> createRecordReader(
            InputSplit split, TaskAttemptContext context) {
        return new ScanReader<>(DecodedPages::open);
    }

    private static PagedScan open(InputSplit split, TaskAttemptContext context) throws IOException {
        PageSplit pages = (PageSplit) split;
        RecordCounts counts =
                new RecordCounts((name, amount) ->
                        context.getCounter(RecordCounts.GROUP, name).increment(amount));
        counts.add(RecordCounter.PAGES_SKIPPED, pages.skippedPages());
        counts.add(RecordCounter.BYTES_SKIPPED, pages.skippedBytes());
        return PagedScan.open(
                pages.getPath(),
                pages.getStart(),
                pages.getLength(),
                context.getConfiguration(),
                counts);
    }
}
