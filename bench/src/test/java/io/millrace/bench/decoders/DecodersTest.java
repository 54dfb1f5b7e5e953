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
        byte[] text = Files.readAllBytes(file);
        assertThat(RecordFormat.TEXT.table(text, 1))
                .contains("two columns", "nine columns", "mutable", "FastCSV");
        assertThat(RecordFormat.AVRO.table(text, 1)).contains("two columns", "GenericDatum");
        assertThat(RecordFormat.PROTO.table(text, 1)).contains("nine columns", "DynamicMessage");
        assertThat(RecordFormat.WRITABLE.table(text, 1)).contains("nine columns", "readFields");
    }
}
