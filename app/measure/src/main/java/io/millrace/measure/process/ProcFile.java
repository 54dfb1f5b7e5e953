package io.millrace.measure.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/** Linux's figures of a process. A process that ended has none, and neither has another system. */
final class ProcFile {

    /** The unit of the kernel's interface, on every architecture that Java runs on. */
    static final int TICKS_PER_SECOND = 100;

    /** Places after the name, which is in parentheses and may have blanks in it. */
    private static final int USER = 11;

    private static final int SYSTEM = 12;
    private static final int USER_OF_CHILDREN = 13;
    private static final int SYSTEM_OF_CHILDREN = 14;

    private final Path folder;

    private ProcFile(String process) {
        folder = Path.of("/proc", process);
    }

    static ProcFile of(ProcessHandle process) {
        return new ProcFile(Long.toString(process.pid()));
    }

    static ProcFile self() {
        return new ProcFile("self");
    }

    /** Processor time of its own and of its children that have ended. */
    long ticks() {
        String[] stat = stat();
        return stat.length == 0 ? 0 : number(stat, USER) + number(stat, SYSTEM) + ofChildren(stat);
    }

    /** Processor time of its children that have ended. */
    OptionalLong childrenTicks() {
        String[] stat = stat();
        return stat.length == 0 ? OptionalLong.empty() : OptionalLong.of(ofChildren(stat));
    }

    private static long ofChildren(String[] stat) {
        return number(stat, USER_OF_CHILDREN) + number(stat, SYSTEM_OF_CHILDREN);
    }

    private static long number(String[] stat, int place) {
        return Long.parseLong(stat[place]);
    }

    private String[] stat() {
        String text = text("stat");
        return text.isEmpty()
                ? new String[0]
                : text.substring(text.lastIndexOf(')') + 2).split(" ", -1);
    }

    /** Memory that it holds, 0 if it has ended. */
    long residentKilobytes() {
        return text("status")
                .lines()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                .sum();
    }

    private String text(String name) {
        try {
            return Files.readString(folder.resolve(name), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return ""; // has ended meanwhile, or there is no such file system
        }
    }
}
