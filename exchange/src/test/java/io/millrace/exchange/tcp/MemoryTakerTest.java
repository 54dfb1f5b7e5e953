package io.millrace.exchange.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.MemoryUse;
import io.millrace.exchange.message.MessageIntake;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemoryTakerTest {

    private static final int LENGTH = 100_000;

    private final MemoryAccount memory =
            new MemoryBudget(1 << 22, 1 << 12, 1 << 16).account(MemoryUse.MESSAGES, null);
    private final List<String> told = new ArrayList<>();

    @Test
    void memoryIsHandedOnInTheOrderOfTheMessages() {
        try (MemoryTaker taker = new MemoryTaker(memory)) {
            taker.take(LENGTH, intake -> taken(intake, "first"), failure -> told.add("failure"));
            taker.take(LENGTH, intake -> taken(intake, "second"), failure -> told.add("failure"));
        }
        assertThat(told).containsExactly("first", "second");
        assertThat(memory.heldBytes()).isZero();
    }

    /** A message may leave nothing of the heap for the word that it may be sent. */
    @Test
    void aHeapThatIsFullIsTold() {
        try (MemoryTaker taker = new MemoryTaker(memory)) {
            taker.take(
                    LENGTH,
                    intake -> {
                        intake.close();
                        throw new OutOfMemoryError("taken");
                    },
                    failure -> told.add(failure.getMessage()));
            taker.take(LENGTH, intake -> taken(intake, "second"), failure -> told.add("failure"));
        }
        assertThat(told).containsExactly("taken", "second");
        assertThat(memory.heldBytes()).isZero();
    }

    @Test
    void aHeapWithoutRoomForTheReasonIsToldLater() {
        try (MemoryTaker taker = new MemoryTaker(memory)) {
            taker.take(
                    LENGTH,
                    intake -> {
                        intake.close();
                        throw new OutOfMemoryError("taken");
                    },
                    failure -> {
                        told.add(failure.getMessage());
                        if (told.size() < 3) {
                            throw new OutOfMemoryError("told");
                        }
                    });
        }
        assertThat(told).containsExactly("taken", "taken", "taken");
        assertThat(memory.heldBytes()).isZero();
    }

    private void taken(MessageIntake intake, String name) {
        intake.close();
        told.add(name);
    }
}
