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
final class LoopTurns {

    private static final Logger LOG = LoggerFactory.getLogger(LoopTurns.class);

    private final Map<Integer, Semaphore> byDepth = new ConcurrentHashMap<>();

    private LoopTurns() {}

    static LoopTurns of(MillraceProcess process) {
        return process.part(LoopTurns.class, made -> new LoopTurns());
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
