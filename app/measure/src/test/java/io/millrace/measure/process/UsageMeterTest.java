package io.millrace.measure.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.measure.Figures;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class UsageMeterTest {

    private static final String BUSY = "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done";

    @TempDir Path folder;

    @Test
    void timeOfChildrenOfAProcessIsCounted() throws Exception {
        double own = cpuSeconds(BUSY, List.of());
        assertThat(own).isPositive();
        double twice = cpuSeconds("(" + BUSY + ")& (" + BUSY + ")& wait", List.of());
        assertThat(twice).isBetween(1.2 * own, 20 * own);
    }

    @Test
    void timeOfServersAndTheirChildrenIsCounted() throws Exception {
        Process server =
                new ProcessBuilder("sh", "-c", "while read x; do (" + BUSY + "); echo; done")
                        .start();
        try {
            UsageMeter idle = new UsageMeter(List.of(server.toHandle()));
            UsageMeter busy = new UsageMeter(List.of(server.toHandle()));
            assertThat(idle.cpuSeconds()).isZero();
            server.getOutputStream().write('\n');
            server.getOutputStream().flush();
            assertThat(server.getInputStream().read()).isEqualTo('\n');
            assertThat(busy.cpuSeconds()).isPositive();
        } finally {
            server.destroy();
            server.waitFor();
        }
    }

    @Test
    void memoryIsThatOfServersAndTheirChildrenToo() throws Exception {
        String hold = "x=$(head -c 30000000 /dev/zero | tr '\\0' a); echo; read y";
        Process server = new ProcessBuilder("sh", "-c", "sh -c \"$1\"; true", "sh", hold).start();
        try {
            assertThat(server.getInputStream().read()).isEqualTo('\n');
            TimedProcess process = process("sleep 1");
            assertThat(process.run(folder, List.of()).get(Figures.PEAK_BYTES))
                    .isLessThan(20_000_000);
            assertThat(process.run(folder, List.of(server.toHandle())).get(Figures.PEAK_BYTES))
                    .isGreaterThan(30_000_000);
        } finally {
            server.descendants().forEach(ProcessHandle::destroy);
            server.destroy();
            server.waitFor();
        }
    }

    private double cpuSeconds(String script, List<ProcessHandle> servers) throws Exception {
        return process(script).run(folder, servers).get(Figures.CPU_SECONDS);
    }

    private static TimedProcess process(String script) {
        return new TimedProcess("script", List.of("sh", "-c", script), Map.of());
    }
}
