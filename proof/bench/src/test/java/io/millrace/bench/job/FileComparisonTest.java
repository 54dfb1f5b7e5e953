package io.millrace.bench.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.workloads.Likeness;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileComparisonTest {

    @TempDir Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "EXACT     | a 1;b 2       | a 1;b 2       |",
                "EXACT     | a 1;b 2       | b 2;a 1       | they differ from byte 0 on",
                "ANY_ORDER | a 1;b 2       | b 2;a 1       |",
                "ANY_ORDER | a 1;b 2       | b 2;b 2       | other lines, from byte 0 on",
                "ROUNDED   | a 1.0         | a 1.0000001   |",
                "ROUNDED   | a 1.0         | a 1.00001     | line 1 is a 1.00001, and was a 1.0",
                "ROUNDED   | a 1.0 x       | b 1.0000001 x | line 1 is b 1.0000001 x, and was a 1.0 x",
                "ROUNDED   | a 1.0;b 1.0   | a 1.0000001   | line 2 is null, and was b 1.0",
                "ROUNDED   | a 1.0         | a 1.0000001;c | there is a further line c",
                "ROUNDED   | a 1.0 2.0     | a 1.0000001   | line 1 is a 1.0000001, and was a 1.0 2.0",
            })
    void onlyWhatTheLikenessAllowsMayDiffer(
            Likeness likeness, String expected, String actual, String difference) throws Exception {
        Path want = Files.writeString(folder.resolve("want"), expected.replace(';', '\n') + "\n");
        Path got = Files.writeString(folder.resolve("got"), actual.replace(';', '\n') + "\n");
        assertThat(new FileComparison(want, got).difference(likeness).orElse(null))
                .isEqualTo(difference);
    }
}
