package io.millrace.workers.fork.wire;

import io.millrace.engine.job.remote.RemoteAttempt;
import io.millrace.engine.shuffle.remote.PlacedRuns;
import io.millrace.engine.spill.RunIntake;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.OutputStatistics;
import io.millrace.engine.task.TaskKind;
import io.millrace.exchange.connection.Sendable;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.apache.hadoop.mapred.TaskAttemptID;

/** An order to a forked JVM. */
public sealed interface Order extends Sendable {

    /** Creates intakes for runs of attempts. */
    @FunctionalInterface
    interface Intakes {

        /**
         * An intake for one attempt.
         *
         * @param directories the attempt's own directories
         * @param who the attempt, for messages
         */
        RunIntake of(List<Path> directories, String who);
    }

    /**
     * Reads the next order.
     *
     * @param intakes for runs that are not in files
     */
    static Order readFrom(DataInput in, Intakes intakes) throws IOException {
        byte kind = in.readByte();
        return switch (kind) {
            case Run.KIND -> Run.readBody(in, intakes);
            case Commit.KIND -> new Commit();
            case Abort.KIND -> new Abort();
            case End.KIND -> new End();
            case Publish.KIND -> Publish.readBody(in);
            case Drop.KIND -> Drop.readBody(in);
            case Keep.KIND -> Keep.readBody(in);
            case Alive.KIND -> new Alive();
            case Progress.KIND -> new Progress(in.readFloat());
            default -> throw new IOException("order of unknown kind " + kind);
        };
    }

    /**
     * Run a task up to its commit, and report {@link Report.Ran} or {@link Report.Failed}.
     *
     * @param logs the attempt's own directory for what it prints; exists
     * @param receivers the workers that need its map output; none if the process of the job takes
     *     it
     */
    record Run(TaskAttemptID id, RemoteAttempt.Input input, Path logs, BitSet receivers)
            implements Order {

        static final byte KIND = 1;

        static Run readBody(DataInput in, Intakes intakes) throws IOException {
            TaskAttemptID id = TaskAttemptID.forName(in.readUTF());
            Path logs = Path.of(in.readUTF());
            OutputStatistics statistics =
                    new OutputStatistics(in.readLong(), in.readLong(), in.readLong());
            int count = in.readInt();
            List<Path> directories = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                directories.add(Path.of(in.readUTF()));
            }
            List<PlacedRuns> runs = PlacedRuns.readAll(in, intakes.of(directories, id.toString()));
            BitSet receivers = new BitSet();
            for (int left = in.readInt(); left > 0; left--) {
                receivers.set(in.readInt());
            }
            return new Run(
                    id, new RemoteAttempt.Input(runs, statistics, directories), logs, receivers);
        }

        @Override
        public void writeTo(DataOutput out) throws IOException {
            out.writeByte(KIND);
            out.writeUTF(id.toString());
            out.writeUTF(logs.toString());
            out.writeLong(input.statistics().records());
            out.writeLong(input.statistics().bytes());
            out.writeLong(input.statistics().framedBytes());
            out.writeInt(input.directories().size());
            for (Path directory : input.directories()) {
                out.writeUTF(directory.toString());
            }
            PlacedRuns.writeAll(input.runs(), out);
            out.writeInt(receivers.cardinality());
            for (int each : receivers.stream().toArray()) {
                out.writeInt(each);
            }
        }
    }

    /** Commit the attempt, and report {@link Report.Committed} or {@link Report.Failed}. */
    record Commit() implements Order {

        static final byte KIND = 2;

        @Override
        public void writeTo(DataOutput out) throws IOException {
            out.writeByte(KIND);
        }
    }

    /** Undo the attempt, and report {@link Report.Aborted}. */
    record Abort() implements Order {

        static final byte KIND = 3;

        @Override
        public void writeTo(DataOutput out) throws IOException {
            out.writeByte(KIND);
        }
    }

    /**
     * Publish the map outputs of these attempts, and close all others: map tasks have ended.
     *
     * @param attempts the number of the attempt that counts, for each map task; negative if it has
     *     no output
     */
    record Publish(List<Integer> attempts) implements Order {

        static final byte KIND = 5;

        static Publish readBody(DataInput in) throws IOException {
            List<Integer> attempts = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                attempts.add(in.readInt());
            }
            return new Publish(attempts);
        }

        @Override
        public void writeTo(DataOutput out) throws IOException {
            out.writeByte(KIND);
            out.writeInt(attempts.size());
            for (int attempt : attempts) {
                out.writeInt(attempt);
            }
        }
    }

    /**
     * Keep an attempt's map output for good, all of which has come: the attempt is committed.
     *
     * @param tasksWait whether map tasks of the job have not begun yet
     */
    record Keep(AttemptId attempt, boolean tasksWait) implements Order {

        static final byte KIND = 9;

        static Keep readBody(DataInput in) throws IOException {
            AttemptId attempt = new AttemptId(TaskKind.MAP, in.readInt(), in.readInt());
            return new Keep(attempt, in.readBoolean());
        }

        @Override
        public void writeTo(DataOutput out) throws IOException {
            out.writeByte(KIND);
            out.writeInt(attempt.task());
            out.writeInt(attempt.attempt());
            out.writeBoolean(tasksWait);
        }
    }

    /**
     * Close what has come of an attempt's map output, and what still comes: the attempt has failed.
     */
    record Drop(AttemptId attempt) implements Order {

        static final byte KIND = 8;

        static Drop readBody(DataInput in) throws IOException {
            return new Drop(new AttemptId(TaskKind.MAP, in.readInt(), in.readInt()));
        }

        @Override
        public void writeTo(DataOutput out) throws IOException {
            out.writeByte(KIND);
            out.writeInt(attempt.task());
            out.writeInt(attempt.attempt());
        }
    }

    /**
     * Show the progress of the job.
     *
     * @param done from 0 to 1
     */
    record Progress(float done) implements Order {

        static final byte KIND = 6;

        @Override
        public void writeTo(DataOutput out) throws IOException {
            out.writeByte(KIND);
            out.writeFloat(done);
        }
    }

    /** Nothing: the process of the job lives. */
    record Alive() implements Order {

        static final byte KIND = 7;

        @Override
        public void writeTo(DataOutput out) throws IOException {
            out.writeByte(KIND);
        }
    }

    /** End; no more orders follow. */
    record End() implements Order {

        static final byte KIND = 4;

        @Override
        public void writeTo(DataOutput out) throws IOException {
            out.writeByte(KIND);
        }
    }
}
