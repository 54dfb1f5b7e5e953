package io.millrace.bench.decoders;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.apps.input.InputCache;
import io.millrace.apps.input.InputKind;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DecodersTest {

    @Test
    void allDecodersSeeTheSameValues(@TempDir Path directory) throws Exception {
        Path file = new InputCache(directory).get(InputKind.USER_VISITS, 100_000, 7);
        assertThat(RecordFormat.TEXT.table(file, 1))
                .contains(
                        "two  columns  mutable",
                        "nine columns  Hadoop, key",
                        "nine columns  FastCSV",
                        "duckdb",
                        "polars");
        assertThat(RecordFormat.AVRO.table(file, 1)).contains("two  columns  GenericDatum");
        assertThat(RecordFormat.PROTO.table(file, 1)).contains("nine columns  DynamicMessage");
        assertThat(RecordFormat.WRITABLE.table(file, 1)).contains("nine columns  readFields");
    }
}
