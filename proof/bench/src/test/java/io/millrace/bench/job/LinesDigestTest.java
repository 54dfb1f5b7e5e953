package io.millrace.bench.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinesDigestTest {

    @TempDir Path folder;

    @Test
    void orderFilesAndTheLastLineEndDoNotCount() throws Exception {
        LinesDigest whole = LinesDigest.of(List.of(file("a\nb\n\na\n")));
        assertThat(LinesDigest.of(List.of(file("a\na"), file(""), file("\nb\n")))).isEqualTo(whole);
        assertThat(whole.lines()).isEqualTo(4);
    }

    @Test
    void otherLinesGiveAnotherDigest() throws Exception {
        LinesDigest one = LinesDigest.of(List.of(file("ab\ncd\n")));
        for (String other : List.of("ab\ncd\ncd\n", "ab\n", "abcd\n", "ba\ncd\n", "ad\ncb\n", "")) {
            assertThat(LinesDigest.of(List.of(file(other)))).as(other).isNotEqualTo(one);
        }
    }

    private Path file(String text) throws Exception {
        return Files.writeString(Files.createTempFile(folder, "lines", ""), text);
    }
}
