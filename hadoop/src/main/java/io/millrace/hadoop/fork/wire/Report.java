package io.millrace.hadoop.fork.wire;

import io.millrace.engine.shuffle.SealedOutput;
import io.millrace.engine.spill.RunIntake;
import io.millrace.engine.trace.ForeignSpan;
import io.millrace.engine.trace.Phase;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A report of a forked JVM on its attempt. */
public sealed interface Report extends Message {

    /**
     * Reads the next report.
     *
     * @param intake for runs that are not in files
     */
    static Report readFrom(DataInput in, RunIntake intake) throws IOException {
        byte kind = in.readByte();
        return switch (kind) {
            case State.KIND -> new State(in.readFloat(), in.readUTF(), CounterValues.readFrom(in));
            case Ran.KIND -> new Ran(SealedOutput.readFrom(in, intake));
            case Committed.KIND -> new Committed();
            case Aborted.KIND -> new Aborted();
            case Phases.KIND -> Phases.readBody(in);
            case Alive.KIND -> new Alive();
            case Discarded.KIND -> new Discarded(in.readUTF());
            case Failed.KIND -> new Failed(ForeignFailure.readFrom(in));
            default -> throw new IOException("report of unknown kind " + kind);
        };
    }

    /**
     * The attempt's status; sent at intervals while it shows signs of life, and before its result.
     */
    record State(float progress, String text, CounterValues counters) implements Report {

        static final byte KIND = 1;

        @Override
        public void writeTo(DataOutput out) throws IOException {
            out.writeByte(KIND);
            out.writeFloat(progress);
            out.writeUTF(text);
            counters.writeTo(out);
        }
    }

    /** The time spans of the attempt; sent before its result. */
    record Phases(List<ForeignSpan> spans) implements Report {

        static final byte KIND = 6;

        private static final Phase[] ALL = Phase.values();

        static Phases readBody(DataInput in) throws IOException {
            int count = in.readInt();
            List<ForeignSpan> spans = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                spans.add(
                        new ForeignSpan(
                                ALL[in.readByte()],
                                in.readUTF(),
                                in.readLong(),
                                in.readLong(),
                                in.readLong(),
                                in.readLong(),
                                in.readLong()));
            }
            return new Phases(spans);
        }

        @Override
        public void writeTo(DataOutput out) throws IOException {
            out.writeByte(KIND);
            out.writeInt(spans.size());
            for (ForeignSpan span : spans) {
                out.writeByte(span.phase().ordinal());
                out.writeUTF(span.thread());
                out.writeLong(span.startAgoNanos());
                out.writeLong(span.endAgoNanos());
                out.writeLong(span.nanos());
                out.writeLong(span.records());
                out.writeLong(span.bytes());
            }
        }
    }

    /** The task ran; hands over its output. */
    record Ran(SealedOutput output) implements Report {

        static final byte KIND = 2;

        @Override
        public void writeTo(DataOutput out) throws IOException {
            out.writeByte(KIND);
            output.writeTo(out);
        }
    }

    /** The attempt is committed. */
    record Committed() implements Report {

        static final byte KIND = 3;

        @Override
        public void writeTo(DataOutput out) throws IOException {
            out.writeByte(KIND);
        }
    }

    /** The attempt is undone, as far as possible. */
    record Aborted() implements Report {

        static final byte KIND = 4;

        @Override
        public void writeTo(DataOutput out) throws IOException {
            out.writeByte(KIND);
        }
    }

    /** Nothing: the JVM lives. */
    record Alive() implements Report {

        static final byte KIND = 7;

        @Override
        public void writeTo(DataOutput out) throws IOException {
            out.writeByte(KIND);
        }
    }

    /** The task's output must not be used, through no fault of the attempt. */
    record Discarded(String why) implements Report {

        static final byte KIND = 8;

        @Override
        public void writeTo(DataOutput out) throws IOException {
            out.writeByte(KIND);
            out.writeUTF(why);
        }
    }

    /** The task or its commit failed. */
    record Failed(Throwable failure) implements Report {

        static final byte KIND = 5;

        @Override
        public void writeTo(DataOutput out) throws IOException {
            out.writeByte(KIND);
            ForeignFailure.write(failure, out);
        }
    }
}
