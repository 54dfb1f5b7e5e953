package io.millrace.records.paged;

import io.millrace.engine.task.Cancellation;
import io.millrace.records.config.JobPredicate;
import io.millrace.records.config.RecordCounter;
import io.millrace.records.config.RecordCounts;
import io.millrace.records.config.RecordSieve;
import io.millrace.records.predicate.RecordTest;
import io.millrace.records.scan.RecordScan;
import io.millrace.records.text.DelimitedRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * The records of a split of a paged file that match the job's predicate. All are one object, which
 * {@link #next} moves. Used by one thread at a time.
 */
public final class PagedScan extends RecordScan<DelimitedRecord> {

    private static final byte[] NONE = {};

    private final Configuration conf;
    private final RecordCounts counts;
    private final PagedFile file;
    private final DelimitedRecord record;
    private final RecordSieve sieve;
    private final List<PageEntry> pages;
    private final PageReads reads;
    private int nextPage;
    private @Nullable PageLines lines;

    private PagedScan(
            PagedFile file, long start, long length, Configuration conf, RecordCounts counts)
            throws IOException {
        super(counts::report);
        this.file = file;
        this.conf = conf;
        this.counts = counts;
        RecordTest where = JobPredicate.of(conf, file.schema());
        record = new DelimitedRecord(file.schema());
        record.source(file.path().toString());
        sieve = new RecordSieve(where, counts);
        pages = matching(where, file.pages(start, start + length));
        reads = new PageReads(file, pages, PagedSettings.gapBytes(conf));
    }

    /** Opens the pages that start in {@code [start, start + length)} of a file. */
    public static PagedScan open(
            Path path, long start, long length, Configuration conf, RecordCounts counts)
            throws IOException {
        PagedFile file = PagedFile.open(path, conf);
        try {
            return new PagedScan(file, start, length, conf, counts);
        } catch (Throwable e) {
            file.close();
            throw e;
        }
    }

    /** Decides which pages are read, and counts the others. */
    private List<PageEntry> matching(@Nullable RecordTest where, List<PageEntry> all)
            throws IOException {
        Cancellation cancellation = Cancellation.here();
        PageFilters filters = new PageFilters(file, all);
        List<PageEntry> kept = new ArrayList<>();
        for (PageEntry page : all) {
            cancellation.record();
            if (where == null || mayMatch(where, filters, page)) {
                kept.add(page);
            } else {
                counts.add(RecordCounter.PAGES_SKIPPED, 1);
                counts.add(RecordCounter.BYTES_SKIPPED, page.length());
            }
        }
        return kept;
    }

    private static boolean mayMatch(RecordTest where, PageFilters filters, PageEntry page)
            throws IOException {
        try {
            return where.mayMatch(filters.of(page));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    @Override
    public DelimitedRecord record() {
        return record;
    }

    /** The number of the record in its file, counted from 0. */
    @Override
    public long key() {
        return lines == null ? -1 : lines.number();
    }

    @Override
    protected boolean advance() throws IOException {
        while (lines == null || !lines.next(record)) {
            if (nextPage == pages.size()) {
                return false;
            }
            lines = open(nextPage++);
        }
        return true;
    }

    @Override
    protected boolean matches() {
        return sieve.keeps(record);
    }

    private PageLines open(int index) throws IOException {
        Cancellation.check();
        PageEntry page = pages.get(index);
        reads.read(index);
        byte[] reused = lines == null ? NONE : lines.content();
        byte[] bytes = reads.bytes();
        int at = reads.position(index);
        byte[] content = PageFrame.content(file.path(), page, bytes, at, reused, conf);
        counts.add(RecordCounter.PAGES_READ, 1);
        return new PageLines(file.path(), page, content, PageFrame.contentLength(bytes, at));
    }

    /** The share of the pages that have been opened. */
    @Override
    public float progress() {
        return pages.isEmpty() ? 1 : (float) nextPage / pages.size();
    }

    @Override
    protected void closeFile() throws IOException {
        file.close();
    }
}
