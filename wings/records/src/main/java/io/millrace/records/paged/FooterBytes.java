package io.millrace.records.paged;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.millrace.records.predicate.Zone;
import io.millrace.records.schema.Schema;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The bytes of a footer. Numbers are big-endian; a text is its length in bytes (4) and UTF-8.
 *
 * <pre>
 * text   schema
 * 4      number of source files; for each: text path, 8 length, 8 modification time
 * 4      number of columns with zones; for each: 4 column
 * 4      number of columns with filters; for each: 4 column
 * 8      offset of the filters
 * 4      number of pages; for each:
 *          8 offset, 4 length, 4 records
 *          for each column with zones:
 *            1 kind: 0 open, 1 empty, 2 ordinals, 3 bytes
 *            ordinals: 8 least, 8 greatest; bytes: 2 length and lower bound, 2 length and upper bound
 *          for each column with filters: 4 length of the filter
 * </pre>
 */
final class FooterBytes {

    private static final int OPEN = 0;
    private static final int EMPTY = 1;
    private static final int WHOLE = 2;
    private static final int BYTES = 3;

    private FooterBytes() {}

    static byte[] of(Footer footer) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        writeText(footer.schema().toString(), out);
        out.writeInt(footer.sources().size());
        for (SourceFile source : footer.sources()) {
            writeText(source.path(), out);
            out.writeLong(source.length());
            out.writeLong(source.modified());
        }
        writeInts(footer.zones(), out);
        writeInts(footer.filters(), out);
        out.writeLong(footer.filtersAt());
        out.writeInt(footer.pages().size());
        for (PageEntry page : footer.pages()) {
            out.writeLong(page.offset());
            out.writeInt(page.length());
            out.writeInt(page.records());
            for (Zone zone : page.zones()) {
                writeZone(zone, out);
            }
            for (int length : page.filters()) {
                out.writeInt(length);
            }
        }
        return bytes.toByteArray();
    }

    private static void writeText(String text, DataOutputStream out) throws IOException {
        byte[] bytes = text.getBytes(UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static void writeInts(List<Integer> columns, DataOutputStream out) throws IOException {
        out.writeInt(columns.size());
        for (int column : columns) {
            out.writeInt(column);
        }
    }

    private static void writeZone(Zone zone, DataOutputStream out) throws IOException {
        if (zone instanceof Zone.Whole whole) {
            out.writeByte(WHOLE);
            out.writeLong(whole.min());
            out.writeLong(whole.max());
        } else if (zone instanceof Zone.Bytes bytes) {
            out.writeByte(BYTES);
            out.writeShort(bytes.min().length);
            out.write(bytes.min());
            out.writeShort(bytes.max().length);
            out.write(bytes.max());
        } else {
            out.writeByte(zone instanceof Zone.Open ? OPEN : EMPTY);
        }
    }

    /**
     * Reads a footer, whose checksum is right.
     *
     * @throws IOException if the bytes are not a footer
     * @throws RuntimeException likewise
     */
    static Footer read(byte[] bytes, String source) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        Schema schema = Schema.parse(readText(in), source);
        List<SourceFile> sources = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            sources.add(new SourceFile(readText(in), in.readLong(), in.readLong()));
        }
        List<Integer> zones = readInts(in);
        List<Integer> filters = readInts(in);
        long filtersAt = in.readLong();
        List<PageEntry> pages = new ArrayList<>();
        long first = 0;
        long filterAt = 0;
        for (int left = in.readInt(); left > 0; left--) {
            PageEntry page = readPage(in, first, zones.size(), filterAt, filters.size());
            pages.add(page);
            first += page.records();
            filterAt += page.filterBytes();
        }
        if (in.read() >= 0) {
            throw new IOException("bytes follow the last page");
        }
        return new Footer(schema, zones, filters, sources, filtersAt, pages);
    }

    private static PageEntry readPage(
            DataInputStream in, long first, int zoned, long filtersAt, int filtered)
            throws IOException {
        long offset = in.readLong();
        int length = in.readInt();
        int records = in.readInt();
        if (offset < 0 || length < PageFrame.HEADER_BYTES || records < 1) {
            throw new IOException(
                    "a page of %d bytes and %d records at %d".formatted(length, records, offset));
        }
        List<Zone> zones = new ArrayList<>();
        for (int i = 0; i < zoned; i++) {
            zones.add(readZone(in));
        }
        List<Integer> filters = new ArrayList<>();
        for (int i = 0; i < filtered; i++) {
            filters.add(in.readInt());
        }
        return new PageEntry(offset, length, first, records, zones, filtersAt, filters);
    }

    private static String readText(DataInputStream in) throws IOException {
        return new String(readBytes(in, in.readInt()), UTF_8);
    }

    private static List<Integer> readInts(DataInputStream in) throws IOException {
        List<Integer> columns = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            columns.add(in.readInt());
        }
        return columns;
    }

    private static Zone readZone(DataInputStream in) throws IOException {
        int kind = in.readByte();
        return switch (kind) {
            case OPEN -> new Zone.Open();
            case EMPTY -> new Zone.Empty();
            case WHOLE -> new Zone.Whole(in.readLong(), in.readLong());
            case BYTES ->
                    new Zone.Bytes(
                            readBytes(in, in.readUnsignedShort()),
                            readBytes(in, in.readUnsignedShort()));
            default -> throw new IOException("a zone cannot be of the kind " + kind);
        };
    }

    private static byte[] readBytes(DataInputStream in, int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new IOException("the footer ends inside a text");
        }
        return bytes;
    }
}
