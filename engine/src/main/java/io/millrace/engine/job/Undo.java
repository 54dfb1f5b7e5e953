package io.millrace.engine.job;

import io.millrace.engine.task.Thrown;

/**
 * One step of undoing a failed attempt. All steps are taken; what fails on the way is noted with
 * the failure.
 */
final class Undo {

    /** Something to take back. */
    @FunctionalInterface
    interface Step {
        void run() throws Exception;
    }

    private Undo() {}

    static void step(Throwable cause, Step step) {
        try {
            step.run();
        } catch (Throwable e) {
            if (e != cause) {
                cause.addSuppressed(Thrown.sound(e));
            }
        }
    }
}
