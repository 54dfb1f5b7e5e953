package io.millrace.hadoop.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ProcessLayoutTest {

    @Test
    void tasksRunInTheProcessOfTheJobUnlessAKeySaysOtherwise() {
        ProcessLayout processes = ProcessLayout.of(Map.<String, String>of()::get);

        assertThat(processes).isEqualTo(new ProcessLayout(1, TaskIsolation.AUTO));
        assertThat(processes.several()).isFalse();
        assertThat(processes.elsewhere()).isFalse();
        assertThat(processes.workersChoice().reason())
                .isEqualTo("default: the process of the job runs its tasks");
    }

    @Test
    void severalWorkersRunTasksElsewhere() {
        ProcessLayout processes = ProcessLayout.of(Map.of("millrace.workers", "3")::get);

        assertThat(processes.several()).isTrue();
        assertThat(processes.elsewhere()).isTrue();
        assertThat(processes.elsewhereBecause()).isEqualTo("millrace.workers is 3");
        assertThat(processes.workersChoice().value()).isEqualTo(3);
        assertThat(processes.workersChoice().reason()).isEqualTo("set by millrace.workers");
    }

    @Test
    void isolatedProcessesRunTasksElsewhere() {
        ProcessLayout processes =
                ProcessLayout.of(Map.of("millrace.task.isolation", "process")::get);

        assertThat(processes.several()).isFalse();
        assertThat(processes.elsewhere()).isTrue();
        assertThat(processes.elsewhereBecause()).isEqualTo("millrace.task.isolation is process");
    }

    @Test
    void tasksCannotBothShareAProcessAndHaveTheirOwn() {
        for (TaskIsolation isolation : TaskIsolation.values()) {
            assertThatCode(() -> new ProcessLayout(1, isolation).check())
                    .doesNotThrowAnyException();
        }
        assertThatCode(() -> new ProcessLayout(2, TaskIsolation.SLOT).check())
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> new ProcessLayout(2, TaskIsolation.PROCESS).check())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("millrace.workers is 2")
                .hasMessageContaining("millrace.task.isolation is process");
    }
}
