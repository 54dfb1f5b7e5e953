package io.millrace.engine.job;

import io.millrace.engine.task.Thrown;

/**
 * One step of undoing a failed attempt. All steps run; exceptions on the way are added to the
 * failure as suppressed.
 */
final class Undo {

    /** An action that undoes something. */
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
