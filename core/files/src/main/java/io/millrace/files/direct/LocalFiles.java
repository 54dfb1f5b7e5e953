package io.millrace.files.direct;

import io.millrace.engine.plan.Choice;
import io.millrace.files.config.FileKeys;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/** How a job's local files are created and written, for the plan. */
public final class LocalFiles {

    private static final String IMPLEMENTATION = "fs.file.impl";

    private LocalFiles() {}

    /** Whether they are created without Hadoop's extra processes. */
    public static boolean areDirect(Configuration conf) {
        return DirectLocalFileSystem.class.getName().equals(conf.getTrimmed(IMPLEMENTATION));
    }

    /** The choices of how files are created and written. */
    public static List<Choice<?>> choices(Configuration conf) throws IOException {
        Class<?> type = FileSystem.getFileSystemClass("file", conf);
        boolean direct = type == DirectLocalFileSystem.class;
        boolean behind = FileKeys.WRITE_BEHIND.in(conf::get);
        String writeBehind = FileKeys.WRITE_BEHIND.name();
        return List.of(
                new Choice<>(
                        "local.files",
                        direct ? "direct" : "Hadoop's",
                        direct
                                ? "modes and owners are set without starting a process for each file"
                                : IMPLEMENTATION
                                        + " is "
                                        + type.getName()
                                        + "; "
                                        + DirectLocalFileSystem.class.getName()
                                        + " starts fewer processes"),
                new Choice<>(
                        writeBehind.substring("millrace.".length()),
                        direct && behind,
                        !direct
                                ? "only direct local files are written in the background"
                                : FileKeys.WRITE_BEHIND.isSetIn(conf::get)
                                        ? "set by " + writeBehind
                                        : "default: background threads write large local files"));
    }
}
