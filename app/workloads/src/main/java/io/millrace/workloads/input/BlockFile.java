package io.millrace.workloads.input;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A file that several threads write, in consecutive blocks. Blocks are filled and written
 * concurrently; only their positions are assigned in order.
 */
public final class BlockFile {

    private final GeneratedInput input;
    private final FileChannel channel;
    private long nextToFill;
    private long nextToPlace;
    private long end;

    private BlockFile(GeneratedInput input, FileChannel channel) {
        this.input = input;
        this.channel = channel;
    }

    /**
     * Writes an input with {@code threads} threads. The file gets its name when it is complete. An
     * incomplete file is deleted, even if the process ends meanwhile.
     *
     * @throws IOException naming the file, if it cannot be written
     * @throws InterruptedException if the calling thread is interrupted; the file is deleted
     */
    public static void write(GeneratedInput input, Path file, int threads)
            throws IOException, InterruptedException {
        Path unfinished =
                file.resolveSibling(
                        "." + file.getFileName() + ".unfinished-" + ProcessHandle.current().pid());
        Thread atExit = new Thread(() -> delete(unfinished), "unfinished-input");
        Runtime.getRuntime().addShutdownHook(atExit);
        try {
            try (FileChannel channel =
                    FileChannel.open(
                            unfinished,
                            StandardOpenOption.CREATE,
                            StandardOpenOption.TRUNCATE_EXISTING,
                            StandardOpenOption.WRITE)) {
                new BlockFile(input, channel).writeAll(threads);
            }
            Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new IOException("cannot write generated lines to " + file + ": " + e, e);
        } finally {
            Files.deleteIfExists(unfinished);
            forget(atExit);
        }
    }

    private static void delete(Path unfinished) {
        try {
            Files.deleteIfExists(unfinished);
        } catch (IOException e) {
            System.err.println("millrace: cannot delete " + unfinished + ": " + e);
        }
    }

    private static void forget(Thread atExit) {
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            // The process is ending, so the hook runs.
        }
    }

    /** Returns when all blocks are written; the first failure ends the work and is thrown. */
    private void writeAll(int threads) throws IOException, InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        CompletionService<Void> workers = new ExecutorCompletionService<>(pool);
        try {
            for (int i = 0; i < threads; i++) {
                workers.submit(() -> {
                    writeBlocks();
                    return null;
                });
            }
            for (int i = 0; i < threads; i++) {
                workers.take().get();
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException failure) {
                throw failure;
            }
            throw new IllegalStateException("a block could not be generated", e.getCause());
        } finally {
            pool.shutdownNow();
        }
    }

    private void writeBlocks() throws IOException, InterruptedException {
        LineBuffer buffer = new LineBuffer();
        for (long block = takeBlock(); block < input.blocks(); block = takeBlock()) {
            buffer.clear();
            input.fill(block, buffer);
            long position = place(block, buffer.length());
            ByteBuffer left = buffer.content();
            while (left.hasRemaining()) {
                position += channel.write(left, position);
            }
        }
    }

    private synchronized long takeBlock() {
        return nextToFill++;
    }

    private synchronized long place(long block, int length) throws InterruptedException {
        while (nextToPlace != block) {
            wait();
        }
        nextToPlace++;
        notifyAll();
        long start = end;
        end += length;
        return start;
    }
}
