package io.millrace.bench.floor;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.measure.MeasurementException;
import io.millrace.workloads.Workload;
import io.millrace.workloads.input.BlockFile;
import io.millrace.workloads.input.InputKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.StringTokenizer;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FloorTest {

    private static final int PIECE_BYTES = 40_000;

    @TempDir Path folder;

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"WORD_COUNT", "TERA_SORT", "RECORD_GREP"}) // selects too few records
    void mappersWriteTheSameEachTimeOnAnyNumberOfThreads(Workload workload) throws Exception {
        Path file = write(workload.input().orElseThrow());
        LinesInMemory lines = LinesInMemory.read(file, PIECE_BYTES);
        assertThat(lines.tasks()).isGreaterThan(2);
        Job job = job(workload, file);
        Floor.Pass one = new Floor(job, lines, 1).run();
        Floor three = new Floor(job, lines, 3);
        assertThat(one.records()).isPositive();
        assertThat(three.run().records()).isEqualTo(one.records());
        assertThat(three.run().records()).isEqualTo(one.records());
        assertThat(one.seconds()).isPositive();
    }

    @Test
    void mappersGetEachLineOnce() throws Exception {
        Path file = write(InputKind.DOCUMENTS);
        LinesInMemory lines = LinesInMemory.read(file, PIECE_BYTES);
        long words =
                Files.readAllLines(file).stream()
                        .mapToLong(line -> new StringTokenizer(line).countTokens() - 1)
                        .sum();
        assertThat(new Floor(job(Workload.INVERTED_INDEX, file), lines, 2).run().records())
                .isEqualTo(words);
    }

    @Test
    void piecesAreWholeLinesAndMakeTheFile() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "one\ntwo\n\nthree\nend");
        LinesInMemory lines = LinesInMemory.read(file, 7);
        String pieces =
                lines.pieces().stream()
                        .map(piece -> piece.start() + ":" + new String(piece.bytes(), US_ASCII))
                        .collect(Collectors.joining("|"));
        assertThat(pieces).isEqualTo("0:one\n|4:two\n\n|9:three\n|15:end");
        PieceReader reader = new PieceReader(lines.pieces().get(1));
        assertThat(reader.nextKeyValue()).isTrue();
        assertThat(reader.getCurrentKey().get()).isEqualTo(4);
        assertThat(reader.getCurrentValue()).hasToString("two");
        assertThat(reader.nextKeyValue()).isTrue();
        assertThat(reader.getCurrentKey().get()).isEqualTo(8);
        assertThat(reader.getCurrentValue()).hasToString("");
        assertThat(reader.nextKeyValue()).isFalse();
    }

    @Test
    void aLineTooLongForAPieceIsAnError() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "a\nlonger than that\n");
        assertThatThrownBy(() -> LinesInMemory.read(file, 7))
                .isInstanceOf(IOException.class)
                .hasMessage(file + " has a line longer than 7 bytes at byte 2");
    }

    @Test
    void aJobThatReadsNoLinesHasNoFloor() throws Exception {
        Path file = write(InputKind.TEXT);
        Job job = job(Workload.BIGRAMS, file);
        job.setInputFormatClass(SequenceFileInputFormat.class);
        assertThatThrownBy(() -> new Floor(job, LinesInMemory.read(file, PIECE_BYTES), 1))
                .isInstanceOf(MeasurementException.class)
                .hasMessageContaining("only for jobs that read lines of text");
    }

    private Path write(InputKind kind) throws Exception {
        Path file = folder.resolve("input");
        BlockFile.write(kind.input(150_000, 3), file, 2);
        return file;
    }

    private Job job(Workload workload, Path input) throws Exception {
        Configuration conf = new Configuration();
        conf.set("fs.defaultFS", "file:///");
        return new WorkloadJobs(Path.of("examples.jar"))
                .of(
                        workload,
                        conf,
                        new org.apache.hadoop.fs.Path(input.toUri()),
                        new org.apache.hadoop.fs.Path(folder.resolve("out").toString()));
    }
}
