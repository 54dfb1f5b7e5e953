package io.millrace.exchange.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.MemoryUse;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class MemoryTakerTest {

    private static final int LENGTH = 100_000;

    private final MemoryAccount memory =
            new MemoryBudget(1 << 22, 1 << 12, 1 << 16).account(MemoryUse.MESSAGES, null);
    private final List<String> told = new ArrayList<>();

    @Test
    void memoryIsHandedOnInTheOrderOfTheMessages() {
        try (MemoryTaker taker = new MemoryTaker(memory)) {
            take(taker, "first");
            take(taker, "second");
        }
        assertThat(told).containsExactly("first", "second");
        assertThat(memory.heldBytes()).isZero();
    }

    /** A message may leave nothing of the heap for the word that it may be sent. */
    @Test
    void aHeapThatIsFullIsTold() {
        try (MemoryTaker taker = new MemoryTaker(memory)) {
            takeAll(taker, failure -> told.add(failure.getMessage()));
            take(taker, "next");
        }
        assertThat(told).containsExactly("full", "next");
        assertThat(memory.heldBytes()).isZero();
    }

    @Test
    void aHeapWithoutRoomForTheReasonIsToldLater() {
        try (MemoryTaker taker = new MemoryTaker(memory)) {
            takeAll(
                    taker,
                    failure -> {
                        told.add(failure.getMessage());
                        if (told.size() < 3) {
                            throw new OutOfMemoryError("still full");
                        }
                    });
        }
        assertThat(told).containsExactly("full", "full", "full");
        assertThat(memory.heldBytes()).isZero();
    }

    private void take(MemoryTaker taker, String name) {
        taker.take(
                LENGTH,
                intake -> {
                    intake.close();
                    told.add(name);
                },
                failure -> told.add(failure.toString()));
    }

    /** Takes the memory of a message, and leaves none. */
    private void takeAll(MemoryTaker taker, Consumer<OutOfMemoryError> failed) {
        taker.take(
                LENGTH,
                intake -> {
                    intake.close();
                    throw new OutOfMemoryError("full");
                },
                failed);
    }
}
