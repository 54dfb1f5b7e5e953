package io.millrace.workers.pool;

import io.millrace.exchange.connection.Sendable;
import io.millrace.exchange.tls.GangIdentity;
import io.millrace.workers.fork.wire.JobSpec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a worker needs to know; the first message it receives.
 *
 * @param rank its number, from 0
 * @param workers the number of workers
 * @param start how many workers of that rank came before
 * @param identity the workers' own, by which they know each other; null if each has it already,
 *     because it must not cross a network
 * @param meeting the file by which they find each other
 * @param spills directories for runs that do not fit into its memory, for it alone; empty if it
 *     finds its own
 * @param job the job whose tasks it runs
 */
public record WorkerSpec(
        int rank,
        int workers,
        int start,
        @Nullable GangIdentity identity,
        String meeting,
        List<Path> spills,
        JobSpec job)
        implements Sendable {

    public static WorkerSpec readFrom(DataInput in, JobSpec.Loaders loaders) throws IOException {
        int rank = in.readInt();
        int workers = in.readInt();
        int start = in.readInt();
        GangIdentity identity = in.readBoolean() ? GangIdentity.readFrom(in) : null;
        String meeting = in.readUTF();
        List<Path> spills = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            spills.add(Path.of(in.readUTF()));
        }
        return new WorkerSpec(
                rank, workers, start, identity, meeting, spills, JobSpec.readFrom(in, loaders));
    }

    @Override
    public void writeTo(DataOutput out) throws IOException {
        out.writeInt(rank);
        out.writeInt(workers);
        out.writeInt(start);
        out.writeBoolean(identity != null);
        if (identity != null) {
            identity.writeTo(out);
        }
        out.writeUTF(meeting);
        out.writeInt(spills.size());
        for (Path each : spills) {
            out.writeUTF(each.toString());
        }
        job.writeTo(out);
    }

    /** The partitions of each worker. */
    public PartitionRanges ranges() {
        return new PartitionRanges(workers, job.environment().conf().getNumReduceTasks());
    }
}
