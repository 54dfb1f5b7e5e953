package io.millrace.exchange.shuffle;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.function.Consumer;

/**
 * The answer to a part or a bundle, which is given once it has come whole and all of its workers
 * have answered. Thread-safe.
 */
final class Receipt {

    private final Consumer<String> answer;

    /** Answers that have not come, of workers and for the end. */
    @GuardedBy("this")
    private int open = 1;

    /** Why a worker refused its part; empty if none did. */
    @GuardedBy("this")
    private String refusal = "";

    /**
     * A receipt that stays open until it is also told of the end.
     *
     * @param answer is given the reason of a refusal, or nothing; does not wait
     */
    Receipt(Consumer<String> answer) {
        this.answer = answer;
    }

    /** Waits for one more worker; its answer follows. */
    synchronized void expect() {
        open++;
    }

    /**
     * Takes an answer.
     *
     * @param text the reason of a refusal; empty for a receipt, and for the end
     */
    synchronized void answered(String text) {
        open--;
        if (!text.isEmpty()) {
            refusal = text;
        }
        if (open == 0) {
            answer.accept(refusal);
        }
    }
}
