package io.millrace.hadoop.fork.wire;

import io.millrace.engine.job.RemoteAttempt;
import io.millrace.engine.shuffle.PlacedFile;
import io.millrace.engine.task.OutputStatistics;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.mapred.TaskAttemptID;

/** What a forked JVM is told to do. */
public sealed interface Order extends Message {

    /** Reads the next order. */
    static Order readFrom(DataInput in) throws IOException {
        byte kind = in.readByte();
        return switch (kind) {
            case Run.KIND -> Run.readBody(in);
            case Commit.KIND -> new Commit();
            case Abort.KIND -> new Abort();
            case End.KIND -> new End();
            default -> throw new IOException("order of unknown kind " + kind);
        };
    }

    /**
     * Run a task up to its commit, and say {@link Report.Ran} or {@link Report.Failed}.
     *
     * @param logs the attempt's own directory for what it prints; exists
     */
    record Run(TaskAttemptID id, RemoteAttempt.Input input, Path logs) implements Order {

        static final byte KIND = 1;

        static Run readBody(DataInput in) throws IOException {
            TaskAttemptID id = TaskAttemptID.forName(in.readUTF());
            List<PlacedFile> files = PlacedFile.readAll(in);
            OutputStatistics statistics =
                    new OutputStatistics(in.readLong(), in.readLong(), in.readLong());
            int count = in.readInt();
            List<Path> directories = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                directories.add(Path.of(in.readUTF()));
            }
            return new Run(
                    id,
                    new RemoteAttempt.Input(files, statistics, directories),
                    Path.of(in.readUTF()));
        }

        @Override
        public void writeTo(DataOutput out) throws IOException {
            out.writeByte(KIND);
            out.writeUTF(id.toString());
            PlacedFile.writeAll(input.files(), out);
            out.writeLong(input.statistics().records());
            out.writeLong(input.statistics().bytes());
            out.writeLong(input.statistics().framedBytes());
            out.writeInt(input.directories().size());
            for (Path directory : input.directories()) {
                out.writeUTF(directory.toString());
            }
            out.writeUTF(logs.toString());
        }
    }

    /** Commit what ran, and say {@link Report.Committed} or {@link Report.Failed}. */
    record Commit() implements Order {

        static final byte KIND = 2;

        @Override
        public void writeTo(DataOutput out) throws IOException {
            out.writeByte(KIND);
        }
    }

    /** Undo what ran or failed, and say {@link Report.Aborted}. */
    record Abort() implements Order {

        static final byte KIND = 3;

        @Override
        public void writeTo(DataOutput out) throws IOException {
            out.writeByte(KIND);
        }
    }

    /** End; nothing more will be asked. */
    record End() implements Order {

        static final byte KIND = 4;

        @Override
        public void writeTo(DataOutput out) throws IOException {
            out.writeByte(KIND);
        }
    }
}
