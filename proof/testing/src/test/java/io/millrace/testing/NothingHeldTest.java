package io.millrace.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;
import static org.junit.platform.testkit.engine.EventConditions.event;
import static org.junit.platform.testkit.engine.EventConditions.finishedSuccessfully;
import static org.junit.platform.testkit.engine.EventConditions.finishedWithFailure;
import static org.junit.platform.testkit.engine.EventConditions.test;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.message;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

class NothingHeldTest {

    private static final CountDownLatch END = new CountDownLatch(1);

    @Test
    void aTestThatLeavesAThreadOfAJobFails() throws Exception {
        try {
            assertFails("leavesAThread", "left behind: thread millrace-job-42");
        } finally {
            END.countDown();
        }
    }

    @Test
    void aTestThatLeavesARunFails() {
        assertFails("leavesARun", "map-1.0.run");
    }

    @Test
    void aTestThatLeavesNothingSucceeds() {
        run("leavesNothing")
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
        Events events =
                EngineTestKit.engine("junit-jupiter")
                        .selectors(selectMethod(Subject.class, method))
                        .execute()
                        .testEvents();
        assertThat(events.started().count()).isEqualTo(1);
        return events;
    }

    /** Tests that only the tests above run. */
    static class Subject {

        @RegisterExtension static final NothingHeld LOOK = new NothingHeld(Duration.ofMillis(10));

        @TempDir Path folder;

        @Test
        void leavesAThread() {
            Thread thread =
                    new Thread(
                            () -> {
                                try {
                                    END.await();
                                } catch (InterruptedException e) {
                                    Thread.currentThread().interrupt();
                                }
                            },
                            "millrace-job-42");
            thread.setDaemon(true);
            thread.start();
        }

        @Test
        void leavesARun() throws Exception {
            Files.createFile(
                    Files.createDirectory(folder.resolve("spills")).resolve("map-1.0.run"));
        }

        @Test
        void leavesNothing() throws Exception {
            Files.createFile(folder.resolve("output"));
        }
    }
}
