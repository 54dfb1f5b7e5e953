package io.millrace.exchange.shuffle;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The beginning of each message between two workers.
 *
 * @param block the block that it is about
 */
record Note(Kind kind, OutputBlock block) {

    private static final Kind[] KINDS = Kind.values();

    /** The meaning of a message. */
    enum Kind {
        /** Bytes of a part follow; more messages with bytes come. */
        PART,
        /**
         * Like {@link #PART}, for a bundle of parts for several workers of the receiver's machine.
         */
        BUNDLE,
        /** The last bytes of a part or a bundle follow. */
        LAST,
        /** The part or the bundle that has begun will not come whole. */
        WITHDRAWN,
        /** The part is with its worker; of a bundle, all parts are. */
        RECEIPT,
        /** A worker cannot keep its part; which one, and the reason, follow. */
        REFUSAL
    }

    static Note readFrom(DataInput in) throws IOException {
        Kind kind = KINDS[in.readByte()];
        return new Note(kind, OutputBlock.readFrom(in));
    }

    void writeTo(DataOutput out) throws IOException {
        out.writeByte(kind.ordinal());
        block.writeTo(out);
    }
}
