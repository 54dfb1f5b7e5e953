package io.millrace.records.avro;

/**
 * How the walk passes a value of a schema. A node that is not above a column may be shared, and may
 * contain itself, as types do that refer to themselves. Any thread may read a node that is
 * complete.
 */
final class AvroNode {

    /** The form of a value. */
    enum Kind {
        /** No bytes. */
        NULL,
        /** No bytes: the default of a column. */
        DEFAULT,
        /** Bytes of fixed length: fixed, boolean, float, double. */
        FIXED,
        /** A number of 32 bits: int, enum. */
        INT,
        /** A number of 64 bits. */
        LONG,
        /** A length, and as many bytes: bytes, string. */
        BYTES,
        /** The position of a child, and its value. */
        UNION,
        /** The children, one after the other. */
        RECORD,
        /** Any number of values of the only child: array, map. */
        ITEMS
    }

    static final int NO_COLUMN = -1;

    final Kind kind;

    /** Number of bytes of a fixed value. */
    final int size;

    /** The column whose value this is, or {@link #NO_COLUMN}. */
    final int column;

    final AvroNode[] children;

    /** The names of the children of a record. */
    final String[] names;

    /** The fewest bytes of a value. */
    private int leastBytes;

    private AvroNode(Kind kind, int size, int column, int children) {
        this.kind = kind;
        this.size = size;
        this.column = column;
        this.children = new AvroNode[children];
        names = new String[children];
    }

    /** A node without children. */
    static AvroNode leaf(Kind kind, int size, int column) {
        AvroNode node = new AvroNode(kind, size, column, 0);
        node.leastBytes =
                switch (kind) {
                    case FIXED -> size;
                    case NULL, DEFAULT -> 0;
                    default -> 1;
                };
        return node;
    }

    /** A node whose children the caller sets before it calls {@link #complete}. */
    static AvroNode of(Kind kind, int children) {
        return new AvroNode(kind, 0, NO_COLUMN, children);
    }

    void child(int index, String name, AvroNode child) {
        names[index] = name;
        children[index] = child;
    }

    /** Finds the fewest bytes of a value. A child that is not complete yet counts as no bytes. */
    AvroNode complete() {
        long sum = 0;
        long least = Integer.MAX_VALUE;
        for (AvroNode child : children) {
            sum += child.leastBytes;
            least = Math.min(least, child.leastBytes);
        }
        long all = kind == Kind.RECORD ? sum : kind == Kind.UNION ? 1 + least : 1;
        leastBytes = (int) Math.min(Integer.MAX_VALUE, all);
        return this;
    }

    /** The fewest bytes of a value. If it is 0, no value has any bytes. */
    int leastBytes() {
        return leastBytes;
    }
}
