package io.millrace.records.avro;

import io.millrace.records.binary.MalformedException;
import io.millrace.records.binary.Varints;
import java.util.Arrays;

/**
 * Passes the values of a record and notes where those of its columns start. Only lengths, counts
 * and positions in unions are decoded. Whatever the bytes are, none outside the block is read. Used
 * by one thread.
 */
final class AvroWalk {

    /** The start of a column that is null. That of a default is 0, in bytes of its own. */
    static final int NULL = -1;

    /** Most records in each other. More would exhaust the thread's stack. */
    static final int MAX_DEPTH = 500;

    private final AvroNode root;
    private final int[] starts;
    private byte[] bytes = {};
    private int limit;
    private int depth;

    /** A walk over records of a node, which fills {@code starts}. */
    AvroWalk(AvroNode root, int[] starts) {
        this.root = root;
        this.starts = starts;
    }

    /** Moves to a block, which stays the caller's. */
    void reset(byte[] block, int to) {
        bytes = block;
        limit = to;
    }

    /** Passes the record at an index. Returns the index after it. */
    int record(int at) throws MalformedException {
        Arrays.fill(starts, NULL);
        depth = 0;
        return value(root, at);
    }

    private int value(AvroNode node, int at) throws MalformedException {
        if (node.column >= 0) {
            starts[node.column] = at;
        }
        return switch (node.kind) {
            case NULL -> at;
            case DEFAULT -> {
                starts[node.column] = 0;
                yield at;
            }
            case FIXED -> skip(at, node.size);
            case INT -> Varints.end(bytes, at, limit, Varints.INT_BYTES);
            case LONG -> Varints.end(bytes, at, limit, Varints.LONG_BYTES);
            case BYTES -> skip(longEnd(at), longAt(at));
            case UNION -> union(node, at);
            case RECORD -> record(node, at);
            case ITEMS -> items(node.children[0], at);
        };
    }

    private int record(AvroNode node, int from) throws MalformedException {
        if (++depth > MAX_DEPTH) {
            throw new MalformedException(
                    "More than %d records are nested. This reader does not read deeper ones."
                            .formatted(MAX_DEPTH));
        }
        AvroNode[] children = node.children;
        int at = from;
        int i = 0;
        try {
            for (; i < children.length; i++) {
                at = value(children[i], at);
            }
        } catch (MalformedException e) {
            throw e.in(node.names[i]);
        }
        depth--;
        return at;
    }

    private int union(AvroNode node, int at) throws MalformedException {
        int next = longEnd(at);
        long branch = longAt(at);
        if (branch < 0 || branch >= node.children.length) {
            throw new MalformedException(
                    "The union has %d branches, but the value is of branch %d."
                            .formatted(node.children.length, branch));
        }
        return value(node.children[(int) branch], next);
    }

    /** Passes an array or a map: groups of values, each with its count before it. */
    private int items(AvroNode item, int from) throws MalformedException {
        int at = from;
        while (true) {
            int next = longEnd(at);
            long count = longAt(at);
            if (count == 0) {
                return next;
            }
            at = count < 0 ? sizedGroup(item, -count, next) : group(item, count, next);
        }
    }

    /**
     * Passes a group with its length in bytes, which a negative count precedes. The length would
     * do, but a wrong one would pass for another record.
     */
    private int sizedGroup(AvroNode item, long count, int from) throws MalformedException {
        int start = longEnd(from);
        int end = skip(start, longAt(from));
        if (group(item, count, start) != end) {
            throw new MalformedException(
                    "A group of %d items has another length than the %d bytes that it claims."
                            .formatted(count, end - start));
        }
        return end;
    }

    private int group(AvroNode item, long count, int from) throws MalformedException {
        int least = item.leastBytes();
        if (least == 0) {
            return from;
        }
        if (count < 0 || count > (limit - from) / least) {
            throw new MalformedException(
                    "An array or map of %d items does not fit into the %d bytes that are left."
                            .formatted(count, limit - from));
        }
        int at = from;
        for (long i = 0; i < count; i++) {
            at = value(item, at);
        }
        return at;
    }

    private int skip(int at, long length) throws MalformedException {
        if (length < 0 || length > limit - at) {
            throw new MalformedException(
                    "A length of %d does not fit into the %d bytes that are left."
                            .formatted(length, limit - at));
        }
        return at + (int) length;
    }

    private int longEnd(int at) throws MalformedException {
        return Varints.end(bytes, at, limit, Varints.LONG_BYTES);
    }

    /** The number at an index whose end is known. */
    private long longAt(int at) {
        return Varints.signed(Varints.value(bytes, at));
    }
}
