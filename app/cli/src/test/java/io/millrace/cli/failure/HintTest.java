package io.millrace.cli.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.ZoneOffset;
import java.time.zone.ZoneRules;
import java.time.zone.ZoneRulesProvider;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("jdk")
class HintTest {

    private static final class TakenZone extends ZoneRulesProvider {
        @Override
        protected Set<String> provideZoneIds() {
            return Set.of("UTC");
        }

        @Override
        protected ZoneRules provideRules(String zone, boolean forCaching) {
            return ZoneRules.of(ZoneOffset.UTC);
        }

        @Override
        protected NavigableMap<String, ZoneRules> provideVersions(String zone) {
            return new TreeMap<>();
        }
    }

    @Test
    void aJvmForEachTaskIsTheWayOutForWhatAJvmAcceptsOnce() {
        requireProcesses(catchThrowable(() -> ZoneRulesProvider.registerProvider(new TakenZone())));
    }

    @Test
    void aJvmForEachTaskIsTheWayOutForLocks(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("lock");
        try (FileChannel one =
                        FileChannel.open(
                                file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileChannel other = FileChannel.open(file, StandardOpenOption.WRITE)) {
            one.lock();
            requireProcesses(catchThrowable(other::lock));
        }
    }

    private static void requireProcesses(Throwable failure) {
        StringWriter stack = new StringWriter();
        failure.printStackTrace(new PrintWriter(stack));
        assertThat(Hint.on(stack.toString()))
                .hasValueSatisfying(
                        hint -> assertThat(hint).contains("millrace.task.isolation=process"));
    }
}
