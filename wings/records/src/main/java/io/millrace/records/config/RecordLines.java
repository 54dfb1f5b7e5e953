package io.millrace.records.config;

import io.millrace.records.schema.LineBreaks;
import io.millrace.records.schema.Schema;
import io.millrace.records.text.BadFieldException;
import io.millrace.records.text.OpenQuotes;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.jspecify.annotations.Nullable;

/**
 * Joins the lines of a file to records whose quoted fields contain line breaks. If the schema does
 * not allow these, such a line is an error: neither it nor the next lines are records. Used by one
 * thread.
 */
final class RecordLines {

    /** A record that is longer has a quote too few, most probably. */
    private static final int MOST_BYTES = 64 << 20;

    private static final byte[] LINE_END = {'\n'};

    private final Path file;
    private final OpenQuotes quotes;
    private final boolean joins;
    private final byte[] end;
    private final boolean trims;
    private final Text record = new Text();
    private long start;
    private boolean open;

    private RecordLines(Schema schema, Path file, byte @Nullable [] delimiter) {
        this.file = file;
        quotes = new OpenQuotes(schema);
        joins = schema.lineBreaks() == LineBreaks.IN_FIELDS;
        end = delimiter == null ? LINE_END : delimiter;
        trims = joins && delimiter == null;
    }

    /**
     * The lines of a file; null if each is a record.
     *
     * @param delimiter the bytes that the job sets for the ends of records; null for line ends
     */
    static @Nullable RecordLines of(Schema schema, Path file, byte @Nullable [] delimiter) {
        return schema.quote() == Schema.NO_QUOTE || schema.lineBreaks() == LineBreaks.END_RECORDS
                ? null
                : new RecordLines(schema, file, delimiter);
    }

    /**
     * Adds a line.
     *
     * @param offset of the line; becomes that of the record
     * @return the record that ends with this line, or null if it continues
     * @throws BadFieldException if the line ends within quotes, and the schema does not allow it
     */
    @Nullable Text add(LongWritable offset, Text line) {
        boolean first = !open;
        if (first) {
            start = offset.get();
        }
        open = quotes.add(line.getBytes(), 0, line.getLength());
        if (open) {
            keep(line, first);
            return null;
        }
        if (first) {
            return trims ? trimmed(line) : line;
        }
        offset.set(start);
        record.append(line.getBytes(), 0, line.getLength());
        return trims ? trimmed(record) : record;
    }

    /**
     * Checks that the last record of the file has ended.
     *
     * @throws BadFieldException if it has not
     */
    void end() {
        if (open) {
            throw failure(
                    "The file ends within the quotes of a field: it is truncated, or a quote is missing.");
        }
    }

    private void keep(Text line, boolean first) {
        if (!joins) {
            throw failure(
                    "Its line ends within the quotes of a field. If fields contain line breaks, add the setting 'multiline yes' to the schema. If they do not and a quote is missing, 'multiline no' makes the field bad.");
        }
        if (first) {
            record.clear();
        }
        if (record.getLength() + line.getLength() > MOST_BYTES) {
            throw failure(
                    "Its quoted field has no end within %d MB: a quote is missing."
                            .formatted(MOST_BYTES >> 20));
        }
        record.append(line.getBytes(), 0, line.getLength());
        record.append(end, 0, end.length);
    }

    private BadFieldException failure(String reason) {
        return new BadFieldException(
                "Cannot read the record at byte %d of %s. %s".formatted(start, file, reason));
    }

    /** Removes the carriage return of a line end, which Hadoop leaves if the end is set. */
    private static Text trimmed(Text line) {
        int length = line.getLength();
        if (length > 0 && line.getBytes()[length - 1] == '\r') {
            line.set(line.getBytes(), 0, length - 1);
        }
        return line;
    }
}
