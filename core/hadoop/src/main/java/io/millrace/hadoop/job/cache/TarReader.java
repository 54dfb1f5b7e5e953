package io.millrace.hadoop.job.cache;

import io.millrace.engine.task.Cancellation;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads a tar archive entry by entry: the old, the POSIX, the GNU and the pax form. Not
 * thread-safe.
 */
final class TarReader {

    /** The type of an entry. */
    enum Type {
        FILE,
        DIRECTORY,
        SYMBOLIC_LINK,
        HARD_LINK,
        /** A device, a pipe, a sparse file, or part of a multi-volume archive. */
        OTHER
    }

    /**
     * @param name as in the archive, not yet checked
     * @param linkName the target of a link; empty for other types
     */
    record Entry(Type type, String name, String linkName) {}

    private static final int BLOCK = 512;
    private static final int NAME = 0;
    private static final int NAME_LENGTH = 100;
    private static final int SIZE = 124;
    private static final int SIZE_LENGTH = 12;
    private static final int CHECKSUM = 148;
    private static final int CHECKSUM_LENGTH = 8;
    private static final int TYPE = 156;
    private static final int LINK = 157;
    private static final int MAGIC = 257;
    private static final int PREFIX = 345;
    private static final int PREFIX_LENGTH = 155;
    private static final int LONGEST_HEADER = 1 << 20;

    private final InputStream in;
    private final byte[] header = new byte[BLOCK];
    private long contentLeft;
    private long padding;

    TarReader(InputStream in) {
        this.in = in;
    }

    /** The next entry, or null at the end. Skips the unread content of the previous entry. */
    @Nullable Entry next() throws IOException {
        Map<String, String> extended = new HashMap<>();
        while (true) {
            in.skipNBytes(contentLeft + padding);
            contentLeft = 0;
            padding = 0;
            if (!readHeader()) {
                return null;
            }
            long bytes = number(SIZE, SIZE_LENGTH);
            switch (header[TYPE]) {
                case 'L' -> extended.put("path", text(bytes));
                case 'K' -> extended.put("linkpath", text(bytes));
                case 'x' -> readExtended(bytes, extended);
                case 'g' -> content(bytes); // comments, and defaults that no archiver writes
                default -> {
                    return entry(bytes, extended);
                }
            }
        }
    }

    private Entry entry(long headerBytes, Map<String, String> extended) throws IOException {
        String size = extended.get("size");
        content(size == null ? headerBytes : Long.parseLong(size));
        String name = extended.getOrDefault("path", name());
        boolean holes = extended.keySet().stream().anyMatch(key -> key.startsWith("GNU.sparse."));
        Type type = holes ? Type.OTHER : type(name);
        if (type == Type.DIRECTORY || type == Type.SYMBOLIC_LINK || type == Type.HARD_LINK) {
            content(type == Type.HARD_LINK ? contentLeft : 0);
        }
        boolean link = type == Type.SYMBOLIC_LINK || type == Type.HARD_LINK;
        return new Entry(
                type,
                name,
                link ? extended.getOrDefault("linkpath", field(LINK, NAME_LENGTH)) : "");
    }

    private Type type(String name) {
        return switch (header[TYPE]) {
            case 0, '0', '7' -> name.endsWith("/") ? Type.DIRECTORY : Type.FILE;
            case '1' -> Type.HARD_LINK;
            case '2' -> Type.SYMBOLIC_LINK;
            case '5' -> Type.DIRECTORY;
            default -> Type.OTHER;
        };
    }

    /** The content of the current entry; must not be closed. */
    InputStream content() {
        return new Content();
    }

    private void content(long bytes) throws IOException {
        if (bytes < 0) {
            throw new IOException("an entry has a negative size");
        }
        contentLeft = bytes;
        padding = (BLOCK - bytes % BLOCK) % BLOCK;
    }

    private String text(long bytes) throws IOException {
        String text = new String(small(bytes), StandardCharsets.UTF_8);
        int end = text.indexOf(0);
        return end < 0 ? text : text.substring(0, end);
    }

    private byte[] small(long bytes) throws IOException {
        if (bytes < 0 || bytes > LONGEST_HEADER) {
            throw new IOException("an extended header has " + bytes + " bytes");
        }
        content(bytes);
        byte[] content = in.readNBytes((int) bytes);
        contentLeft -= content.length;
        return content;
    }

    /** Lines of {@code length key=value}, where the length counts the whole line. */
    private void readExtended(long bytes, Map<String, String> into) throws IOException {
        byte[] lines = small(bytes);
        int at = 0;
        while (at < lines.length) {
            int space = at;
            while (space < lines.length && lines[space] != ' ') {
                space++;
            }
            int end;
            try {
                end =
                        at
                                + Integer.parseInt(
                                        new String(
                                                lines, at, space - at, StandardCharsets.US_ASCII));
            } catch (NumberFormatException e) {
                throw new IOException("an extended header has a line without a length", e);
            }
            if (end <= space + 1 || end > lines.length) {
                throw new IOException("an extended header has a line with a wrong length");
            }
            String line = new String(lines, space + 1, end - space - 2, StandardCharsets.UTF_8);
            int equals = line.indexOf('=');
            if (equals > 0) {
                into.put(line.substring(0, equals), line.substring(equals + 1));
            }
            at = end;
        }
    }

    /** False at the end of the archive: a block of zeros, or no block at all. */
    private boolean readHeader() throws IOException {
        int read = in.readNBytes(header, 0, BLOCK);
        if (read == 0) {
            return false;
        }
        if (read < BLOCK) {
            throw new EOFException("the archive ends in the middle of a header");
        }
        int sum = 0;
        boolean zeros = true;
        for (int i = 0; i < BLOCK; i++) {
            boolean inChecksum = i >= CHECKSUM && i < CHECKSUM + CHECKSUM_LENGTH;
            sum += inChecksum ? ' ' : header[i] & 0xff;
            zeros &= header[i] == 0;
        }
        if (!zeros && sum != number(CHECKSUM, CHECKSUM_LENGTH)) {
            throw new IOException("a header has a wrong checksum; this is not a tar archive");
        }
        return !zeros;
    }

    private String name() {
        String name = field(NAME, NAME_LENGTH);
        boolean posix = field(MAGIC, 6).equals("ustar");
        String prefix = posix ? field(PREFIX, PREFIX_LENGTH) : "";
        return prefix.isEmpty() ? name : prefix + "/" + name;
    }

    private String field(int start, int length) {
        int end = start;
        while (end < start + length && header[end] != 0) {
            end++;
        }
        return new String(header, start, end - start, StandardCharsets.UTF_8);
    }

    /** Octal digits, or a binary number if the first bit is set. */
    private long number(int start, int length) throws IOException {
        if ((header[start] & 0x80) != 0) {
            long value = header[start] & 0x7f;
            for (int i = start + 1; i < start + length; i++) {
                value = (value << 8) | (header[i] & 0xff);
            }
            return value;
        }
        String digits = field(start, length).trim();
        try {
            return digits.isEmpty() ? 0 : Long.parseLong(digits, 8);
        } catch (NumberFormatException e) {
            throw new IOException(
                    "a header has " + digits + " for a number; this is not a tar archive", e);
        }
    }

    private final class Content extends InputStream {

        private final Cancellation cancellation = Cancellation.here();

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            if (contentLeft == 0) {
                return -1;
            }
            int read = in.read(into, offset, (int) Math.min(length, contentLeft));
            if (read < 0) {
                throw new EOFException("the archive ends in the middle of an entry");
            }
            cancellation.bytes(Math.min(read, Cancellation.BYTES));
            contentLeft -= read;
            return read;
        }
    }
}
