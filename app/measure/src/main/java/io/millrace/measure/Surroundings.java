package io.millrace.measure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The surroundings that figures depend on: machine, JDK, commit. */
public record Surroundings(String machine, String jdk, String commit) {

    private static final long GB = 1L << 30;

    /** Those of this process, which runs on the same JDK as the jobs. */
    public static Surroundings ofThisMachine(Path home) throws IOException, InterruptedException {
        String jdk = System.getProperty("java.vm.name") + " " + Runtime.version();
        return new Surroundings(hardware(), jdk, revision(home));
    }

    /** All of them, for the end of a text. */
    public String sentence() {
        return "%s; %s; commit %s".formatted(machine, jdk, commit);
    }

    private static String hardware() throws IOException {
        int cores = Runtime.getRuntime().availableProcessors();
        return firstValue(Path.of("/proc/cpuinfo"), "model name", System.getProperty("os.arch"))
                + ", "
                + cores
                + " cores, "
                + memory()
                + " of memory, "
                + System.getProperty("os.name");
    }

    private static String memory() throws IOException {
        String total = firstValue(Path.of("/proc/meminfo"), "MemTotal", "0 kB").replace(" kB", "");
        double gigabytes = Long.parseLong(total) * 1024.0 / GB;
        return gigabytes == 0 ? "an unknown amount" : Math.round(gigabytes) + " GB";
    }

    private static String firstValue(Path file, String name, String otherwise) throws IOException {
        if (!Files.isReadable(file)) {
            return otherwise;
        }
        try (Stream<String> lines = Files.lines(file)) {
            return lines.filter(line -> line.startsWith(name))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(otherwise);
        }
    }

    private static String revision(Path home) throws InterruptedException {
        try {
            String commit = output(home, "git", "rev-parse", "--short=12", "HEAD");
            boolean changed =
                    !output(home, "git", "status", "--porcelain", "--untracked-files=no").isEmpty();
            return commit.isEmpty()
                    ? "unknown"
                    : commit + (changed ? " with uncommitted changes" : "");
        } catch (IOException e) {
            return "unknown";
        }
    }

    private static String output(Path folder, String... command)
            throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(List.of(command))
                        .directory(folder.toFile())
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        String text =
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        return process.waitFor() == 0 ? text : "";
    }
}
