package io.millrace.workers.fork.wire;

import io.millrace.engine.shuffle.remote.SealedOutput;
import io.millrace.engine.spill.RunIntake;
import io.millrace.engine.trace.ForeignWork;
import io.millrace.exchange.connection.Sendable;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** A report of a forked JVM on its attempt. */
public sealed interface Report extends Sendable {

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
            case Work.KIND -> new Work(WorkForm.read(in));
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

    /** The work of the JVM since the last report of this kind; sent before an attempt's result. */
    record Work(ForeignWork work) implements Report {

        static final byte KIND = 6;

        @Override
        public void writeTo(DataOutput out) throws IOException {
            out.writeByte(KIND);
            WorkForm.write(work, out);
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
