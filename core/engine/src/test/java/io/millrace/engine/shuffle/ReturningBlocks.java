package io.millrace.engine.shuffle;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.engine.shuffle.output.MapOutput;
import io.millrace.engine.shuffle.remote.LeavingRuns;
import io.millrace.engine.shuffle.remote.SealedOutput;
import io.millrace.engine.shuffle.remote.StagedOutput;
import io.millrace.engine.spill.RunIntake;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The blocks of a map output that leave its shuffle while it is made, as bytes, and come to
 * another, as they do when a worker sends them to itself.
 */
final class ReturningBlocks {

    private final Shuffle shuffle;
    private final int partitions;
    private final RunIntake intake;
    private final int leastBytes;

    @GuardedBy("this")
    private final List<StagedOutput> staged = new ArrayList<>();

    private MapOutput output;

    /** Writes a block. */
    @FunctionalInterface
    private interface Block {
        long writeTo(DataOutput out) throws IOException;
    }

    ReturningBlocks(Shuffle shuffle, int partitions, RunIntake intake, int leastBytes) {
        this.shuffle = shuffle;
        this.partitions = partitions;
        this.intake = intake;
        this.leastBytes = leastBytes;
    }

    /** Sends blocks of this output, on the threads that sort it. */
    void begin(MapOutput begun) {
        output = begun;
        begun.whenKept(bytes -> {
            try (LeavingRuns block = begun.takeBlock(leastBytes)) {
                if (block != null) {
                    send(out -> block.writePart(0, partitions, bytes % 2 == 0, out));
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /** Sends the rest, and publishes all. */
    void complete() throws IOException {
        send(out -> output.writePart(0, partitions, false, out));
        synchronized (this) {
            staged.forEach(StagedOutput::publish);
        }
    }

    /** The attempt does not count. */
    synchronized void drop() {
        staged.forEach(StagedOutput::close);
        staged.clear();
    }

    private void send(Block block) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        block.writeTo(new DataOutputStream(bytes));
        SealedOutput come =
                SealedOutput.readFrom(
                        new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())), intake);
        synchronized (this) {
            staged.add(shuffle.stage(come));
        }
    }
}
