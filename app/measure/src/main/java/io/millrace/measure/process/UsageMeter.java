package io.millrace.measure.process;

import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Processor time and memory of a process and of servers that work for it, with all that they start.
 *
 * <p>The system adds the time of a process that has ended to its parent's: the process is a child
 * of this one, and nothing else of this one's ends while it is measured. Memory is looked at now
 * and then, so that a very short peak can be missed; pages that two processes share count twice.
 *
 * <p>One thread calls its methods; another one of its own looks at memory.
 */
final class UsageMeter {

    private static final long INTERVAL_MILLIS = 50;

    private final List<ProcessHandle> servers;
    private final OptionalLong childrenAtStart = ProcFile.self().childrenTicks();
    private final long serversAtStart;
    private final AtomicLong peakKilobytes = new AtomicLong();
    private @Nullable Thread watch;

    UsageMeter(List<ProcessHandle> servers) {
        this.servers = List.copyOf(servers);
        serversAtStart = serverTicks();
    }

    /** From now on looks at memory; to be called once. */
    void watch(ProcessHandle process) {
        Thread thread = new Thread(() -> look(process), "millrace-measure-memory");
        thread.setDaemon(true);
        thread.start();
        watch = thread;
    }

    private void look(ProcessHandle process) {
        try {
            while (process.isAlive()) {
                long now =
                        Stream.concat(Stream.of(process), servers.stream())
                                .flatMap(UsageMeter::tree)
                                .mapToLong(member -> ProcFile.of(member).residentKilobytes())
                                .sum();
                peakKilobytes.accumulateAndGet(now, Math::max);
                Thread.sleep(INTERVAL_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // closed
        }
    }

    private static Stream<ProcessHandle> tree(ProcessHandle root) {
        return Stream.concat(Stream.of(root), root.descendants());
    }

    private long serverTicks() {
        return servers.stream()
                .flatMap(UsageMeter::tree)
                .mapToLong(server -> ProcFile.of(server).ticks())
                .sum();
    }

    /** Once the process has ended; null where the system does not tell. */
    @Nullable Double cpuSeconds() {
        OptionalLong children = ProcFile.self().childrenTicks();
        if (children.isEmpty() || childrenAtStart.isEmpty()) {
            return null;
        }
        long ticks =
                children.getAsLong() - childrenAtStart.getAsLong() + serverTicks() - serversAtStart;
        return (double) ticks / ProcFile.TICKS_PER_SECOND;
    }

    /** The most so far; null where the system does not tell. */
    @Nullable Long peakBytes() {
        long kilobytes = peakKilobytes.get();
        return kilobytes == 0 ? null : kilobytes << 10;
    }

    /** Looks no longer. */
    void end() {
        if (watch != null) {
            watch.interrupt();
        }
    }
}
