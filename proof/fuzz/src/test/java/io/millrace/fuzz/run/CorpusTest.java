package io.millrace.fuzz.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.files.process.MillraceProcess;
import io.millrace.hadoop.job.JobTable;
import io.millrace.testing.Sampled;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Programs that differed once, and those that differ in a way that is known. */
@Sampled(oneIn = 3)
class CorpusTest {

    /** With the others, programs are run in the default mode only. */
    private static final Set<EngineSetup> ALWAYS = Set.of(EngineSetup.AMPLE, EngineSetup.TINY);

    private static final Sources SOURCES = new Sources();

    private static Workplace place;

    @BeforeAll
    static void open() throws IOException {
        place = Workplace.open();
    }

    @AfterAll
    static void close() {
        place.close();
        JobTable.of(MillraceProcess.current()).inputs().clear();
        assertThat(JobTable.of(MillraceProcess.current()).memoryHeldBytes())
                .as("record memory")
                .isZero();
    }

    static Stream<Path> corpus() throws IOException, URISyntaxException {
        return folder("corpus").stream();
    }

    @ParameterizedTest
    @MethodSource("corpus")
    void aKeptProgramIsTheSameInAllModes(Path file) throws Exception {
        try (Trial trial = trial(file)) {
            for (Mode mode : Modes.fitting(trial.traits())) {
                for (EngineSetup engine : EngineSetup.values()) {
                    if (ALWAYS.contains(engine) || mode.equals(Modes.DEFAULT)) {
                        assertThat(trial.compare(mode, engine).sentences())
                                .as("%s, %s, %s", file.getFileName(), mode, engine)
                                .isEmpty();
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(KnownDifference.class)
    void aKnownDifferenceIsStillThere(KnownDifference known) throws Exception {
        Path file =
                folder("known").stream()
                        .filter(each ->
                                each.getFileName().toString().equals(known.program() + ".java"))
                        .findFirst()
                        .orElseThrow();
        try (Trial trial = trial(file)) {
            assertThat(trial.compare(known.mode(), known.engine()).sentences())
                    .as("%s: %s", known, known.reason())
                    .isNotEmpty();
        }
    }

    private static Trial trial(Path file) throws IOException {
        String name = file.getFileName().toString().replace(".java", "");
        return Trial.of(place, SOURCES.compile(name, Files.readString(file)));
    }

    private static List<Path> folder(String name) throws IOException, URISyntaxException {
        Path folder =
                Path.of(
                        Objects.requireNonNull(
                                        CorpusTest.class.getResource("/io/millrace/fuzz/" + name))
                                .toURI());
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }
}
