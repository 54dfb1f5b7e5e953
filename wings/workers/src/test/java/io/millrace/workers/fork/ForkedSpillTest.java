package io.millrace.workers.fork;

import io.millrace.engine.plan.ShuffleKind;
import io.millrace.hadoop.faults.EncryptedSpills;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What tasks in forked JVMs spill is encrypted if the job asks for it. */
@SuppressWarnings("SameNameButDifferent") // Context is what Hadoop calls it
final class ForkedSpillTest extends EncryptedSpills {

    @ParameterizedTest(name = "encrypted={0}")
    @ValueSource(booleans = {true, false})
    void nothingOfTasksInForkedJvmsIsOnDiskInClear(boolean encrypted) throws Exception {
        requireNothingInClear(ShuffleKind.PULL, encrypted, "process");
    }
}
