package io.millrace.engine.memory;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;
import static org.junit.platform.testkit.engine.EventConditions.event;
import static org.junit.platform.testkit.engine.EventConditions.finishedSuccessfully;
import static org.junit.platform.testkit.engine.EventConditions.finishedWithFailure;
import static org.junit.platform.testkit.engine.EventConditions.test;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.message;

import io.millrace.testing.NothingHeld;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

/** That the look at what a test leaves behind, which is registered for all, sees record memory. */
class LeftMemoryTest {

    private static final int SPAN = 4096;

    private static final List<Slab> LEFT = new ArrayList<>();

    @AfterEach
    void giveBack() {
        LEFT.forEach(Slab::close);
        LEFT.clear();
    }

    @Test
    void aTestThatLeavesASlabOfAJobFailsNamingTheHolder() {
        assertFails("leavesASlab", "left behind: record memory: 4.0 KB by merge buffers of grep");
    }

    @Test
    void aTestThatClosesABudgetOfWhichSomethingIsHeldFails() {
        assertFails("closesTooEarly", "left behind: record memory: 4.0 KB by the input cache");
    }

    @Test
    void aTestThatLeavesWhatBelongsToTheProcessSucceeds() {
        run("leavesWhatBelongsToTheProcess")
                .assertThatEvents()
                .haveExactly(1, event(test(), finishedSuccessfully()));
    }

    private static void assertFails(String method, String with) {
        run(method)
                .assertThatEvents()
                .haveExactly(
                        1,
                        event(test(), finishedWithFailure(message(said -> said.contains(with)))));
    }

    private static Events run(String method) {
        return EngineTestKit.engine("junit-jupiter")
                .selectors(selectMethod(Subject.class, method))
                .execute()
                .testEvents();
    }

    /** Tests that only the tests above run. */
    static class Subject {

        @RegisterExtension static final NothingHeld LOOK = new NothingHeld(Duration.ofMillis(10));

        private final MemoryBudget budget = new MemoryBudget(20 * SPAN, SPAN, 0);

        private void leave(MemoryAccount account) throws InterruptedException {
            LEFT.addAll(account.take(SlabKind.HEAP, 1, SPAN - 32));
        }

        @Test
        void leavesASlab() throws InterruptedException {
            leave(budget.account(MemoryUse.MERGE, "grep"));
        }

        @Test
        void closesTooEarly() throws InterruptedException {
            leave(budget.account(MemoryUse.INPUT_CACHE, null));
            budget.close();
        }

        @Test
        void leavesWhatBelongsToTheProcess() throws InterruptedException {
            leave(budget.account(MemoryUse.INPUT_CACHE, null));
        }
    }
}
