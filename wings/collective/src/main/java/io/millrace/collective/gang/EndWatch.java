package io.millrace.collective.gang;

import io.millrace.exchange.gang.WaitPolicy;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the wait for the other workers of a gang if the loop has ended: they have ended as well, and
 * do not come any more. Used by the worker's thread.
 */
final class EndWatch implements WaitPolicy {

    private static final Logger LOG = LoggerFactory.getLogger(EndWatch.class);
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final WaitPolicy task;
    private final LoopTerms terms;

    /** Only then does it look: messages of the last iteration come from workers that live. */
    private boolean joins;

    private long next;

    EndWatch(WaitPolicy task, LoopTerms terms) {
        this.task = task;
        this.terms = terms;
    }

    /** The other workers will not come. */
    static final class LoopEndedException extends RuntimeException {

        private static final long serialVersionUID = 1;

        private LoopEndedException() {
            super("the loop has ended");
        }
    }

    /** The worker begins to wait for the others, or has met them. */
    void joins(boolean now) {
        joins = now;
        next = System.nanoTime();
    }

    @Override
    public <T> T pass(Wait<T> wait) throws InterruptedException {
        return task.pass(wait);
    }

    /**
     * @throws LoopEndedException if the others will not come
     */
    @Override
    public void alive() {
        task.alive();
        long now = System.nanoTime();
        if (joins && now - next >= 0) {
            next = now + LOOK_NANOS;
            if (terms.hasEnded()) {
                LOG.info("The other workers have ended the loop");
                throw new LoopEndedException();
            }
        }
    }
}
