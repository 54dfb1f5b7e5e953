package io.millrace.hadoop.task;

import java.util.function.DoubleConsumer;

/**
 * Progress of a reduce attempt: two thirds are done when its reducer starts, the rest follows its
 * input.
 */
final class ReduceProgress {

    private static final float BEFORE_REDUCE = 2f / 3;

    private ReduceProgress() {}

    static DoubleConsumer to(AttemptFrame frame) {
        AttemptStatus status = frame.status();
        return share -> status.progress(BEFORE_REDUCE + (float) share / 3);
    }
}
