package io.millrace.bench.decoders;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.apps.input.InputCache;
import io.millrace.apps.input.InputKind;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DecodersTest {

    @Test
    void allDecodersSeeTheSameValues(@TempDir Path directory) throws Exception {
        Path file = new InputCache(directory).get(InputKind.USER_VISITS, 100_000, 7);
        assertThat(new Decoders(Files.readAllBytes(file), 1).table())
                .contains("two columns", "nine columns", "mutable", "FastCSV");
    }
}
