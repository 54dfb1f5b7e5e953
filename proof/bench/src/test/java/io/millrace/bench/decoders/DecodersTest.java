package io.millrace.bench.decoders;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.measure.Experiment;
import io.millrace.workloads.input.InputCache;
import io.millrace.workloads.input.InputKind;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DecodersTest {

    @Test
    void allDecodersSeeTheSameValues(@TempDir Path directory) throws Exception {
        Path file = new InputCache(directory).get(InputKind.USER_VISITS, 100_000, 7);
        RecordFormat.Findings text = RecordFormat.TEXT.measure(file, 1);
        assertThat(titles(text))
                .contains("two mutable", "nine Hadoop, key and value", "nine FastCSV");
        assertThat(titles(text) + text.missing()).contains("duckdb", "polars");
        assertThat(titles(RecordFormat.AVRO.measure(file, 1))).contains("two GenericDatum");
        assertThat(titles(RecordFormat.PROTO.measure(file, 1))).contains("nine DynamicMessage");
        assertThat(titles(RecordFormat.WRITABLE.measure(file, 1))).contains("nine immutable");
    }

    private static List<String> titles(RecordFormat.Findings found) {
        return Experiment.lines(found.experiments()).stream()
                .map(line -> line.experiment().name() + " " + line.title())
                .toList();
    }
}
