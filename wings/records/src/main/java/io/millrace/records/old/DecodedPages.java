package io.millrace.records.old;

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
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapred.FileInputFormat;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.mapred.Reporter;

/** {@link io.millrace.records.input.DecodedPages} for Hadoop's old API. Used by one thread. */
public final class DecodedPages extends FileInputFormat<LongWritable, DelimitedRecord> {

    private static final String MIN_BYTES = "mapreduce.input.fileinputformat.split.minsize";

    /** Sets the predicate that records must match; others do not reach the mapper. */
    public static void setWhere(JobConf job, RangePredicate where) {
        JobPredicate.set(job, where);
    }

    /** Also reads the files' footers, so that mistakes and damage fail the submission. */
    @Override
    public InputSplit[] getSplits(JobConf job, int count) throws IOException {
        FileStatus[] inputs = listStatus(job);
        long total = Arrays.stream(inputs).mapToLong(FileStatus::getLen).sum();
        long goal = total / Math.max(1, count);
        PagedPlan plan = new PagedPlan(job);
        List<PageSplit> splits = new ArrayList<>();
        for (FileStatus file : inputs) {
            FileSystem files = file.getPath().getFileSystem(job);
            long bytes = computeSplitSize(goal, job.getLong(MIN_BYTES, 1), file.getBlockSize());
            plan.add(file, files.getFileBlockLocations(file, 0, file.getLen()), bytes).stream()
                    .map(PageSplit::new)
                    .forEach(splits::add);
        }
        if (!splits.isEmpty()) {
            splits.get(0).setSkipped(plan.skippedPages(), plan.skippedBytes());
        }
        return splits.toArray(InputSplit[]::new);
    }

    /** Includes directories below: an index has one for each time it was built. */
    @Override
    protected FileStatus[] listStatus(JobConf job) throws IOException {
        UnfinishedInput.refuse(getInputPaths(job), job);
        job.setBoolean(INPUT_DIR_RECURSIVE, true);
        return super.listStatus(job);
    }

    @Override
    public RecordReader<LongWritable, DelimitedRecord> getRecordReader(
            InputSplit split, JobConf job, Reporter reporter) throws IOException {
        reporter.setStatus(split.toString());
        PageSplit pages = (PageSplit) split;
        RecordCounts counts =
                new RecordCounts(
                        (name, amount) -> reporter.incrCounter(RecordCounts.GROUP, name, amount));
        counts.add(RecordCounter.PAGES_SKIPPED, pages.skippedPages());
        counts.add(RecordCounter.BYTES_SKIPPED, pages.skippedBytes());
        return new ScanReader<>(
                PagedScan.open(pages.getPath(), pages.getStart(), pages.getLength(), job, counts),
                pages.getLength());
    }
}
