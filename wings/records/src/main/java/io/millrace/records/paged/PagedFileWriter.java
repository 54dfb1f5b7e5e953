package io.millrace.records.paged;

import io.millrace.records.schema.Schema;
import io.millrace.records.text.DelimitedRecord;
import io.millrace.records.text.TextSlice;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.jspecify.annotations.Nullable;

/**
 * Writes a paged file. Only {@link #close} makes it complete: readers refuse a file without its
 * footer. Used by one thread.
 *
 * <pre>
 * pages, filters, footer, tail
 * </pre>
 */
public final class PagedFileWriter implements Closeable {

    /** The end of the names of paged files. */
    public static final String EXTENSION = ".pages";

    private static final int BITS = 7;
    private static final int MORE = 0x80;
    private static final int START_BYTES = 4096;

    private final OutputStream out;
    private final PagedOptions options;
    private final Configuration conf;
    private final DelimitedRecord record;
    private final List<ZoneBuilder> columns;
    private final List<PageEntry> pages = new ArrayList<>();
    private final ByteArrayOutputStream filters = new ByteArrayOutputStream();
    private byte[] content = new byte[START_BYTES];
    private int length;
    private int records;
    private long written;
    private long position;
    private boolean closed;

    /** A writer to a stream, which {@link #close} closes. */
    public PagedFileWriter(OutputStream out, PagedOptions options, Configuration conf) {
        this.out = out;
        this.options = options;
        this.conf = conf;
        Schema schema = options.schema();
        record = new DelimitedRecord(schema);
        columns =
                Stream.concat(options.zones().stream(), options.filters().stream())
                        .distinct()
                        .map(each ->
                                new ZoneBuilder(schema, each, options.filters().contains(each)))
                        .toList();
    }

    /**
     * Appends the value of a job's output: a line as a text, or a record.
     *
     * @throws IOException if it is anything else
     */
    public void write(@Nullable Object value) throws IOException {
        if (value instanceof Text text) {
            write(text.getBytes(), 0, text.getLength());
        } else if (value instanceof DelimitedRecord other) {
            TextSlice line = other.line();
            write(line.bytes(), line.offset(), line.length());
        } else {
            throw new IOException(
                    "PagedOutput cannot write a value of %s; allowed: Text with a line, DelimitedRecord. Change the output values of the job."
                            .formatted(value == null ? "null" : value.getClass().getName()));
        }
    }

    /** Appends a record: a line without its end. */
    public void write(byte[] line, int offset, int lineLength) throws IOException {
        ensure(lineLength + Integer.BYTES + 1);
        int rest = lineLength;
        while (rest >= MORE) {
            content[length++] = (byte) (rest | MORE);
            rest >>>= BITS;
        }
        content[length++] = (byte) rest;
        System.arraycopy(line, offset, content, length, lineLength);
        record.wrap(content, length, lineLength);
        columns.forEach(each -> each.add(record));
        length += lineLength;
        records++;
        if (length >= options.pageBytes()) {
            endPage();
        }
    }

    private void ensure(int more) {
        if (content.length - length < more) {
            content = Arrays.copyOf(content, Math.max(2 * content.length, length + more));
        }
    }

    private void endPage() throws IOException {
        byte[] page = PageFrame.of(options.codec(), records, content, length, conf);
        out.write(page);
        int filtersAt = filters.size();
        List<Integer> filterLengths = new ArrayList<>();
        for (int column : options.filters()) {
            byte[] filter = builder(column).filter();
            filters.writeBytes(filter);
            filterLengths.add(filter.length);
        }
        pages.add(
                new PageEntry(
                        position,
                        page.length,
                        written,
                        records,
                        options.zones().stream().map(each -> builder(each).zone()).toList(),
                        filtersAt,
                        filterLengths));
        position += page.length;
        written += records;
        columns.forEach(ZoneBuilder::clear);
        length = 0;
        records = 0;
    }

    private ZoneBuilder builder(int column) {
        return columns.stream().filter(each -> each.column() == column).findFirst().orElseThrow();
    }

    /** Writes what is left, the filters and the footer. */
    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        try (out) {
            if (records > 0) {
                endPage();
            }
            filters.writeTo(out);
            byte[] footer =
                    FooterBytes.of(
                            new Footer(
                                    options.schema().withoutHeader(),
                                    options.zones(),
                                    options.filters(),
                                    options.sources(),
                                    position,
                                    pages));
            out.write(footer);
            out.write(FileTail.of(position + filters.size(), footer));
        }
    }
}
