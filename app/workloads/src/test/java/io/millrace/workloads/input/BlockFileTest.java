package io.millrace.workloads.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BlockFileTest {

    @TempDir Path folder;

    @Test
    void blocksOfDifferentLengthsLieInTheirOrder() throws Exception {
        Path file = folder.resolve("file");
        BlockFile.write(blocksThatFailAt(-1), file, 4);
        StringBuilder expected = new StringBuilder();
        for (int i = 0; i < 1000; i++) {
            expected.append(i).append('\n');
        }
        assertThat(file).hasContent(expected.toString());
    }

    @Test
    void aBlockThatFailsEndsTheWorkAndLeavesNothing() {
        assertThatThrownBy(() -> BlockFile.write(blocksThatFailAt(500), folder.resolve("file"), 3))
                .hasRootCauseMessage("block 500");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void failureToWriteNamesTheFileAndLeavesNothing() {
        Path nowhere = folder.resolve("missing").resolve("text");
        assertThatThrownBy(() -> BlockFile.write(blocksThatFailAt(-1), nowhere, 1))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot write generated lines to " + nowhere);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void cacheWritesAnInputOnce() throws Exception {
        InputCache cache = new InputCache(folder.resolve("cache"));
        assertThat(cache.has(InputKind.POINTS, 5000, 1)).isFalse();
        Path file = cache.get(InputKind.POINTS, 5000, 1);
        assertThat(cache.has(InputKind.POINTS, 5000, 1)).isTrue();
        Files.writeString(file, "kept");
        assertThat(cache.get(InputKind.POINTS, 5000, 1)).isEqualTo(file).hasContent("kept");
        assertThat(cache.get(InputKind.POINTS, 5000, 2)).isNotEqualTo(file);
        assertThat(cache.get(InputKind.TEXT, 5000, 1)).isNotEqualTo(file).hasSize(5000);
    }

    private static GeneratedInput blocksThatFailAt(long failing) {
        return new GeneratedInput() {
            @Override
            public long blocks() {
                return 1000;
            }

            @Override
            public void fill(long block, LineBuffer out) {
                if (block == failing) {
                    throw new IllegalArgumentException("block " + block);
                }
                out.number(block).character('\n');
            }
        };
    }
}
