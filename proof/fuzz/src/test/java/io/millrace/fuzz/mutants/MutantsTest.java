package io.millrace.fuzz.mutants;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testing.Seeds;
import io.millrace.testing.Soak;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Faults that are planted in Millrace's own code are found: all; or those that {@code
 * -Dmillrace.test.mutants} names; or two in the modules that {@code -Dmillrace.test.changed} names,
 * others with another seed; or one.
 */
class MutantsTest {

    private static final int PROGRAMS = 2000;
    private static final long SEED = 3L << 20;

    private static final Faults USUAL = Faults.COMBINER_KNOWN;

    /** One in hundreds of programs shows it; the hunt begins with the round of the first. */
    private static final long USUAL_SEED = SEED + 512;

    static Stream<Faults> faults() {
        if (Soak.isOn()) {
            return Arrays.stream(Faults.values());
        }
        String named = System.getProperty("millrace.test.mutants", "");
        if (!named.isEmpty()) {
            return Arrays.stream(named.split(",")).map(Faults::valueOf);
        }
        List<String> changed = changed();
        List<Faults> there =
                Arrays.stream(Faults.values())
                        .filter(each -> changed.contains(each.mutant().module()))
                        .filter(each -> each.mode().isEmpty()) // else programs take long
                        .toList();
        return there.isEmpty() ? Stream.of(USUAL) : two(there);
    }

    private static List<String> changed() {
        return List.of(System.getProperty("millrace.test.changed", "").split(","));
    }

    /** Those whose turn it is. */
    private static Stream<Faults> two(List<Faults> all) {
        int first = Seeds.turn() % all.size();
        int second = (first + all.size() / 2) % all.size();
        return Stream.of(all.get(first), all.get(second)).distinct();
    }

    @ParameterizedTest
    @MethodSource("faults")
    void aPlantedFaultIsFound(Faults fault, @TempDir Path folder) throws Exception {
        fault.mutant().plant(folder);
        Path said = folder.resolve("said");

        Process hunt =
                new ProcessBuilder(command(folder, fault))
                        .redirectErrorStream(true)
                        .redirectOutput(said.toFile())
                        .start();

        assertThat(hunt.waitFor())
                .as("%s: %s", fault, Files.readString(said, StandardCharsets.UTF_8))
                .isEqualTo(Hunt.FOUND);
    }

    private static List<String> command(Path folder, Faults fault) {
        long seed = fault == USUAL ? USUAL_SEED : SEED;
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        for (String opened : List.of("java.lang", "java.util")) {
            command.add("--add-opens=java.base/" + opened + "=ALL-UNNAMED");
        }
        if (Runtime.version().feature() >= 24) {
            command.add("--sun-misc-unsafe-memory-access=allow");
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        command.add("-Xmx1g");
        command.add("-XX:-OmitStackTraceInFastThrow");
        command.add("-cp");
        command.add(folder + File.pathSeparator + System.getProperty("java.class.path"));
        command.addAll(
                List.of(
                        Hunt.class.getName(),
                        Long.toString(seed),
                        Integer.toString(PROGRAMS),
                        fault.mode()));
        return command;
    }
}
