package io.millrace.records.schema;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The form of delimited text: its columns, the bytes that separate and quote fields, and the text
 * that means null. Immutable. {@link #toString} is the text form, which {@link #parse} reads.
 */
public final class Schema {

    /** Returned by {@link #quote} if fields are never quoted. */
    public static final int NO_QUOTE = -1;

    private final List<Column> columns;
    private final Map<String, Integer> indexes = new HashMap<>();
    private final byte delimiter;
    private final int quote;
    private final byte[] nullText;
    private final boolean header;
    private final LineBreaks lineBreaks;

    Schema(SchemaBuilder from) {
        columns = from.columns();
        delimiter = (byte) from.delimiter;
        quote = from.quote;
        nullText = from.nullText.getBytes(StandardCharsets.UTF_8);
        header = from.header;
        lineBreaks = from.lineBreaks;
        columns.forEach(column -> indexes.put(column.name(), indexes.size()));
    }

    /** A new schema: fields are separated by {@code |}, not quoted, and null if empty. */
    public static SchemaBuilder builder() {
        return new SchemaBuilder();
    }

    /**
     * Reads the text form.
     *
     * @param source the file that contains the text, or another name for it, for messages
     * @throws SchemaException naming source, line and column of the first mistake
     */
    public static Schema parse(String text, String source) {
        return new SchemaText(source).read(text);
    }

    public List<Column> columns() {
        return columns;
    }

    /**
     * The position of a column, which the accessors of records take; the first is 0.
     *
     * @throws SchemaException if there is no column of that name
     */
    public int indexOf(String name) {
        Integer index = indexes.get(name);
        if (index == null) {
            throw new SchemaException(
                    "The schema has no column '%s'; its columns are %s."
                            .formatted(name, columns.stream().map(Column::name).toList()));
        }
        return index;
    }

    public byte delimiter() {
        return delimiter;
    }

    /** The byte that quotes fields, from 0 to 255, or {@link #NO_QUOTE}. */
    public int quote() {
        return quote;
    }

    /** The bytes of an unquoted field that mean null in a nullable column; read only. */
    public ByteBuffer nullText() {
        return ByteBuffer.wrap(nullText).asReadOnlyBuffer();
    }

    /** The same schema for records that are not lines of a file. */
    public Schema withoutHeader() {
        SchemaBuilder builder = new SchemaBuilder();
        builder.delimiter = delimiter & 0xff;
        builder.quote = quote;
        builder.nullText = new String(nullText, StandardCharsets.UTF_8);
        columns.forEach(builder::column);
        return builder.build();
    }

    /** Whether the first line of each file has the names of the columns. */
    public boolean header() {
        return header;
    }

    /** The meaning of a line break in a quoted field. */
    public LineBreaks lineBreaks() {
        return lineBreaks;
    }

    @Override
    public String toString() {
        return SchemaWriter.text(this);
    }
}
