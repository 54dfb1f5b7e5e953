package io.millrace.records.proto;

import io.millrace.records.binary.MalformedException;
import io.millrace.records.binary.Varints;
import java.util.Arrays;

/**
 * Passes the fields of a message and notes where the values of columns start. As Protocol Buffers
 * define it, the last value of a field wins, values of a nested message are merged, and fields that
 * are not known or have another form are skipped. Whatever the bytes are, none outside the message
 * is read. Used by one thread.
 */
final class ProtoWalk {

    /** Most messages and groups in each other, as in Google's own decoders. */
    static final int MAX_DEPTH = 100;

    private static final int NO_GROUP = 0;
    private static final int INT_BYTES = 4;
    private static final int LONG_BYTES = 8;

    private final ProtoNode root;
    private final Positions positions;
    private byte[] bytes = {};

    ProtoWalk(ProtoNode root, Positions positions) {
        this.root = root;
        this.positions = positions;
    }

    /** Passes the message in part of an array. */
    void message(byte[] message, int from, int to) throws MalformedException {
        bytes = message;
        positions.clear();
        fields(root, from, to, NO_GROUP, 0);
    }

    /**
     * Passes the fields of a message.
     *
     * @param group the field of the group that the message is, or {@link #NO_GROUP}
     * @return the index after the message
     */
    private int fields(ProtoNode node, int from, int limit, int group, int depth)
            throws MalformedException {
        checkDepth(depth);
        int at = from;
        while (at < limit) {
            int next = Varints.end(bytes, at, limit, Varints.LONG_BYTES);
            int tag = tag(at);
            if (WireType.of(tag) == WireType.END_GROUP) {
                checkEnd(tag, group);
                return next;
            }
            ProtoNode.Field field = node.field(WireType.field(tag));
            try {
                at =
                        field == null
                                ? skip(tag, next, limit, depth)
                                : field(field, tag, next, limit, depth);
            } catch (MalformedException e) {
                throw e.in(field == null ? "number " + WireType.field(tag) : field.name());
            }
        }
        if (group != NO_GROUP) {
            throw new MalformedException("The message ends within a group.");
        }
        return at;
    }

    private int field(ProtoNode.Field field, int tag, int at, int limit, int depth)
            throws MalformedException {
        int wireType = WireType.of(tag);
        if (wireType == field.wireType()) {
            return field.message() == null
                    ? value(field, tag, at, limit, depth)
                    : message(field, field.message(), at, limit, depth);
        }
        if (wireType == WireType.LENGTH && field.packable()) {
            return packed(field, at, limit);
        }
        return skip(tag, at, limit, depth);
    }

    private int value(ProtoNode.Field field, int tag, int at, int limit, int depth)
            throws MalformedException {
        int next = skip(tag, at, limit, depth);
        if (isKnown(field, at)) {
            set(field, at);
        }
        return next;
    }

    private int packed(ProtoNode.Field field, int from, int limit) throws MalformedException {
        int at = Varints.end(bytes, from, limit, Varints.LONG_BYTES);
        int end = advance(at, Varints.value(bytes, from), limit);
        while (at < end) {
            int next =
                    switch (field.wireType()) {
                        case WireType.FIXED32 -> advance(at, INT_BYTES, end);
                        case WireType.FIXED64 -> advance(at, LONG_BYTES, end);
                        default -> Varints.end(bytes, at, end, Varints.LONG_BYTES);
                    };
            if (isKnown(field, at)) {
                set(field, at);
            }
            at = next;
        }
        return end;
    }

    /** Passes a nested message with columns. */
    private int message(ProtoNode.Field field, ProtoNode node, int from, int limit, int depth)
            throws MalformedException {
        set(field, from);
        if (field.repeated()) {
            positions.addAbsent(field.below());
        }
        if (field.wireType() == WireType.START_GROUP) {
            return fields(node, from, limit, field.number(), depth + 1);
        }
        int at = Varints.end(bytes, from, limit, Varints.LONG_BYTES);
        int end = advance(at, Varints.value(bytes, from), limit);
        return fields(node, at, end, NO_GROUP, depth + 1);
    }

    private void set(ProtoNode.Field field, int at) {
        positions.clear(field.cleared(), field.isItem());
        if (field.column() >= 0) {
            positions.set(field.column(), at);
        }
    }

    /** Enums of proto2 ignore other numbers than theirs. */
    private boolean isKnown(ProtoNode.Field field, int at) {
        int[] symbols = field.symbols();
        return symbols == null || Arrays.binarySearch(symbols, (int) Varints.value(bytes, at)) >= 0;
    }

    private int skip(int tag, int at, int limit, int depth) throws MalformedException {
        return switch (WireType.of(tag)) {
            case WireType.VARINT -> Varints.end(bytes, at, limit, Varints.LONG_BYTES);
            case WireType.FIXED64 -> advance(at, LONG_BYTES, limit);
            case WireType.FIXED32 -> advance(at, INT_BYTES, limit);
            case WireType.LENGTH -> {
                int next = Varints.end(bytes, at, limit, Varints.LONG_BYTES);
                yield advance(next, Varints.value(bytes, at), limit);
            }
            case WireType.START_GROUP -> group(WireType.field(tag), at, limit, depth + 1);
            default ->
                    throw new MalformedException(
                            "The tag %d has the wire type %d, which does not exist."
                                    .formatted(tag, WireType.of(tag)));
        };
    }

    private int group(int number, int from, int limit, int depth) throws MalformedException {
        checkDepth(depth);
        int at = from;
        while (at < limit) {
            int next = Varints.end(bytes, at, limit, Varints.LONG_BYTES);
            int tag = tag(at);
            if (WireType.of(tag) == WireType.END_GROUP) {
                checkEnd(tag, number);
                return next;
            }
            at = skip(tag, next, limit, depth);
        }
        throw new MalformedException("The message ends within a group.");
    }

    private int tag(int at) throws MalformedException {
        int tag = (int) Varints.value(bytes, at);
        if (WireType.field(tag) == 0) {
            throw new MalformedException("A field has the number 0.");
        }
        return tag;
    }

    private static void checkEnd(int tag, int group) throws MalformedException {
        if (WireType.field(tag) != group) {
            throw new MalformedException(
                    "A group of field %d ends where none has started."
                            .formatted(WireType.field(tag)));
        }
    }

    private static void checkDepth(int depth) throws MalformedException {
        if (depth > MAX_DEPTH) {
            throw new MalformedException(
                    "More than %d messages are nested. This reader does not read deeper ones."
                            .formatted(MAX_DEPTH));
        }
    }

    private static int advance(int at, long length, int limit) throws MalformedException {
        if (length < 0 || length > limit - at) {
            throw new MalformedException(
                    "A length of %s does not fit into the %d bytes that are left."
                            .formatted(Long.toUnsignedString(length), limit - at));
        }
        return at + (int) length;
    }
}
