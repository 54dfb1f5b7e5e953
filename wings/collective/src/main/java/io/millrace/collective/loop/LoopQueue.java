package io.millrace.collective.loop;

import io.millrace.files.process.MillraceProcess;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loops of one process take turns. Each needs slots for all of its workers at the same time, so two
 * that have some of them would wait for each other. Loops of tasks take turns among themselves: the
 * loop around them waits for them. Thread-safe.
 */
final class LoopQueue {

    private static final Logger LOG = LoggerFactory.getLogger(LoopQueue.class);

    private final Map<Integer, Semaphore> byDepth = new ConcurrentHashMap<>();

    private LoopQueue() {}

    static LoopQueue of(MillraceProcess process) {
        return process.part(LoopQueue.class, made -> new LoopQueue());
    }

    /**
     * Waits for the turn of a loop. The caller releases the result at the loop's end.
     *
     * @param depth number of jobs around the loop
     */
    Semaphore await(int depth) throws InterruptedException {
        Semaphore turn = byDepth.computeIfAbsent(depth, any -> new Semaphore(1, true));
        if (!turn.tryAcquire()) {
            LOG.info("A loop waits for the end of another loop of this process");
            turn.acquire();
        }
        return turn;
    }
}
