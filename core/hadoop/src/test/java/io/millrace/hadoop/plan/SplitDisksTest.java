package io.millrace.hadoop.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.plan.Choice;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The plan says on which disks a job's splits are. */
class SplitDisksTest {

    @TempDir private Path directory;

    @Test
    void splitsAreCountedByDisk() throws Exception {
        String disk = Files.getFileStore(directory).name();
        SplitKind here =
                split(Files.writeString(directory.resolve("text"), "a\n").toUri().toString());
        SplitKind there = split("hdfs://node:8020/text");
        Choice<String> choice = SplitDisks.choice(List.of(here, there, here));
        assertThat(List.of(choice.value().split(", "))).containsExactlyInAnyOrder(disk, "hdfs");
        assertThat(choice.reason()).contains(disk + ": 2 splits", "hdfs: 1 split", "reads ahead");
    }

    @Test
    void aMissingFileAndASplitWithoutAFileAreNoError() {
        List<SplitKind> splits =
                List.of(
                        split("file:/missing/text"),
                        split("file:/not\0aPath"),
                        new SplitKind("other", null));
        assertThat(SplitDisks.choice(splits).reason())
                .startsWith("unknown: 2 splits; 1 split not looked up");
        assertThat(SplitDisks.choice(List.of()).value()).isEqualTo("none");
    }

    @Test
    void manyFilesAreNotLookedUp() {
        List<SplitKind> splits = new ArrayList<>();
        for (int file = 0; file < 300; file++) {
            splits.add(split(directory.resolve("part-" + file % 150).toUri().toString()));
        }
        assertThat(SplitDisks.choice(splits).reason())
                .startsWith("unknown: 200 splits; 100 splits not looked up");
    }

    private static SplitKind split(String file) {
        return new SplitKind("split", new org.apache.hadoop.fs.Path(file));
    }
}
