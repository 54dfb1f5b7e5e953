package io.millrace.records.input;

import io.millrace.records.paged.PagedPlan;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;

/**
 * Some pages of a file. The first split of a job also has the number of pages in no split, which
 * its task counts. Used by one thread at a time.
 */
final class PageSplit extends FileSplit {

    private long skippedPages;
    private long skippedBytes;

    /** For {@link #readFields}. */
    @SuppressWarnings("unused") // Hadoop calls it
    private PageSplit() {
        super(new Path("/"), 0, 0, new String[0]);
    }

    PageSplit(PagedPlan.Piece piece) {
        super(piece.file(), piece.start(), piece.length(), piece.hosts());
    }

    void setSkipped(long pages, long bytes) {
        skippedPages = pages;
        skippedBytes = bytes;
    }

    long skippedPages() {
        return skippedPages;
    }

    long skippedBytes() {
        return skippedBytes;
    }

    @Override
    public void write(DataOutput out) throws IOException {
        super.write(out);
        out.writeLong(skippedPages);
        out.writeLong(skippedBytes);
    }

    @Override
    public void readFields(DataInput in) throws IOException {
        super.readFields(in);
        skippedPages = in.readLong();
        skippedBytes = in.readLong();
    }
}
