package io.millrace.workers.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.TaskKind;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which worker holds what, and what was lost. */
class HeldOutputsTest {

    private final HeldOutputs outputs = new HeldOutputs(new PartitionRanges(2, 4), 3);

    private static AttemptId map(int task, int attempt) {
        return new AttemptId(TaskKind.MAP, task, attempt);
    }

    private static BitSet set(int... bits) {
        BitSet set = new BitSet();
        for (int each : bits) {
            set.set(each);
        }
        return set;
    }

    private void commit(AttemptId attempt) {
        outputs.begin(attempt);
        outputs.commit(attempt);
    }

    @Test
    void committedOutputIsWithAllWorkers() {
        assertThat(outputs.begin(map(0, 0))).isEqualTo(set(0, 1));
        outputs.commit(map(0, 0));
        commit(map(2, 1));
        assertThat(outputs.heldBy(0)).isEqualTo(List.of(0, -1, 1)).isEqualTo(outputs.heldBy(1));
        assertThat(outputs.missing(set(0, 1, 2, 3))).isEqualTo(set());
    }

    @Test
    void onlyWorkersThatStillHaveItHoldACommittedOutput() {
        outputs.begin(map(0, 0));
        outputs.begin(map(1, 0));
        assertThat(outputs.commit(map(0, 0))).isEqualTo(set(0, 1));
        outputs.lose(1);
        assertThat(outputs.commit(map(1, 0))).isEqualTo(set(0));
        outputs.begin(map(0, 1));
        assertThat(outputs.commit(map(0, 1))).isEqualTo(set(1));
        assertThat(outputs.commit(map(0, 1))).as("again").isEqualTo(set());
    }

    @Test
    void tasksWaitUntilTheLastOneHasBegun() {
        outputs.begin(map(0, 0));
        commit(map(1, 0));
        assertThat(outputs.tasksWait()).isTrue();
        outputs.begin(map(2, 0));
        assertThat(outputs.tasksWait()).isFalse();
        outputs.drop(map(2, 0));
        assertThat(outputs.tasksWait()).as("one is tried again").isTrue();
    }

    @Test
    void outputThatDoesNotCountIsNotMissing() {
        outputs.begin(map(1, 0));
        assertThat(outputs.drop(map(1, 0))).isEqualTo(set(0, 1));
        assertThat(outputs.drop(map(1, 0))).isEqualTo(set());
        assertThat(outputs.missing(set(0, 3))).isEqualTo(set());
        assertThat(outputs.heldBy(0)).containsOnly(-1);
    }

    @Test
    void aLostWorkerMissesAllAndTheOthersNothing() {
        commit(map(0, 0));
        commit(map(1, 0));
        outputs.lose(1);
        assertThat(outputs.isComplete(0)).isTrue();
        assertThat(outputs.isComplete(1)).isFalse();
        assertThat(outputs.missing(set(0, 1))).isEqualTo(set());
        assertThat(outputs.missing(set(1, 2))).isEqualTo(set(0, 1));
        assertThat(outputs.begin(map(0, 1))).isEqualTo(set(1));
        outputs.commit(map(0, 1));
        assertThat(outputs.heldBy(0)).containsExactly(0, 0, -1);
        assertThat(outputs.heldBy(1)).containsExactly(1, -1, -1);
    }

    @Test
    void whatALostWorkerReceivedBeforeTheCommitDoesNotCount() {
        outputs.begin(map(0, 0));
        outputs.lose(0);
        outputs.commit(map(0, 0));
        assertThat(outputs.heldBy(0)).containsExactly(-1, -1, -1);
        assertThat(outputs.heldBy(1)).containsExactly(0, -1, -1);
        assertThat(outputs.missing(set(0))).isEqualTo(set(0));
    }

    @Test
    void workersWithoutPartitionsReceiveNothing() {
        HeldOutputs one = new HeldOutputs(new PartitionRanges(3, 1), 1);
        assertThat(one.begin(map(0, 0))).isEqualTo(set(new PartitionRanges(3, 1).ownerOf(0)));
    }
}
