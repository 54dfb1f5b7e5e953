package io.millrace.workers.fork.wire;

import io.millrace.engine.trace.Age;
import io.millrace.engine.trace.AttemptSpan.Outcome;
import io.millrace.engine.trace.ForeignRound;
import io.millrace.engine.trace.ForeignSpan;
import io.millrace.engine.trace.ForeignWork;
import io.millrace.engine.trace.Phase;
import io.millrace.engine.trace.Volume;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The form in which a JVM reports its work. */
final class WorkForm {

    private static final Phase[] PHASES = Phase.values();
    private static final Outcome[] OUTCOMES = Outcome.values();

    private WorkForm() {}

    static void write(ForeignWork work, DataOutput out) throws IOException {
        writeSpans(work.spans(), out);
        out.writeInt(work.rounds().size());
        for (ForeignRound round : work.rounds()) {
            out.writeUTF(round.who());
            out.writeUTF(round.thread());
            writeAge(round.age(), out);
            out.writeByte(round.outcome().ordinal());
            out.writeLong(round.cpuNanos());
            writeSpans(round.spans(), out);
        }
    }

    private static void writeSpans(List<ForeignSpan> spans, DataOutput out) throws IOException {
        out.writeInt(spans.size());
        for (ForeignSpan span : spans) {
            out.writeByte(span.phase().ordinal());
            out.writeUTF(span.thread());
            writeAge(span.age(), out);
            out.writeLong(span.nanos());
            out.writeLong(span.volume().records());
            out.writeLong(span.volume().bytes());
        }
    }

    private static void writeAge(Age age, DataOutput out) throws IOException {
        out.writeLong(age.startNanos());
        out.writeLong(age.endNanos());
    }

    static ForeignWork read(DataInput in) throws IOException {
        List<ForeignSpan> spans = readSpans(in);
        int count = in.readInt();
        List<ForeignRound> rounds = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            rounds.add(
                    new ForeignRound(
                            in.readUTF(),
                            in.readUTF(),
                            readAge(in),
                            OUTCOMES[in.readByte()],
                            in.readLong(),
                            readSpans(in)));
        }
        return new ForeignWork(spans, rounds);
    }

    private static List<ForeignSpan> readSpans(DataInput in) throws IOException {
        int count = in.readInt();
        List<ForeignSpan> spans = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            spans.add(
                    new ForeignSpan(
                            PHASES[in.readByte()],
                            in.readUTF(),
                            readAge(in),
                            in.readLong(),
                            new Volume(in.readLong(), in.readLong())));
        }
        return spans;
    }

    private static Age readAge(DataInput in) throws IOException {
        return new Age(in.readLong(), in.readLong());
    }
}
