package io.millrace.cli.fs;

import io.millrace.cli.process.CommandException;
import io.millrace.files.remote.FileClient;
import io.millrace.files.remote.RemoteFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;

/** Looks at files in the memory of running processes, copies them, and has them written to disk. */
@Command(
        name = "fs",
        description = {
            "List, print and copy files in the memory of a running Millrace process of yours.",
            "A PATH is mem:/path, or a path on disk that the process has redirected.",
            "A command that begins with a hyphen, as in fs -ls, runs Hadoop's own file system"
                    + " shell."
        })
public final class FsCommand {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT)
                    .withZone(ZoneId.systemDefault());

    @Option(
            names = "--process",
            paramLabel = "PID",
            scope = ScopeType.INHERIT,
            description = "Ask this process, if several have files in memory.")
    private @Nullable Long process;

    /** The launcher fetches them; the field is for help, man pages and completion. */
    @Option(
            names = "--packages",
            paramLabel = "G:A:V[,...]",
            description =
                    "Fetch these Maven packages, for instance of an object store, for Hadoop's shell.")
    @SuppressWarnings("unused")
    private @Nullable String packages;

    @Command(name = "ls", description = "List directories.")
    void list(
            @Parameters(arity = "0..*", paramLabel = "PATH", defaultValue = "mem:/")
                    List<String> paths)
            throws Exception {
        FileClient files = files();
        for (String path : paths) {
            for (RemoteFile each : files.list(remote(path))) {
                System.out.printf(
                        Locale.ROOT,
                        "%s%s %12d %s %s%n",
                        each.folder() ? "d" : "-",
                        each.permission(),
                        each.bytes(),
                        TIME.format(Instant.ofEpochMilli(each.modifiedMillis())),
                        shown(each));
            }
        }
    }

    @Command(name = "du", description = "Print the sizes of files and directories in bytes.")
    void sizes(
            @Parameters(arity = "0..*", paramLabel = "PATH", defaultValue = "mem:/")
                    List<String> paths)
            throws Exception {
        FileClient files = files();
        for (String path : paths) {
            for (RemoteFile each : files.sizes(remote(path))) {
                System.out.printf(Locale.ROOT, "%12d %s%n", each.bytes(), shown(each));
            }
        }
    }

    @Command(name = "cat", description = "Print the contents of files.")
    void print(@Parameters(arity = "1..*", paramLabel = "PATH") List<String> paths)
            throws Exception {
        FileClient files = files();
        for (String path : paths) {
            files.read(remote(path), System.out);
        }
        System.out.flush();
    }

    @Command(
            name = "cp",
            description = {
                "Copy a file or directory into an existing directory, or to a path that does not exist.",
                "The process resolves all paths, including paths on disk."
            })
    void copy(
            @Parameters(paramLabel = "SOURCE") String source,
            @Parameters(paramLabel = "TARGET") String target)
            throws Exception {
        files().copy(remote(source), remote(target));
    }

    @Command(
            name = "persist",
            description =
                    "Write redirected files to their paths on disk immediately. Without PATH, write all.")
    void persist(
            @Parameters(arity = "0..*", paramLabel = "PATH", defaultValue = "/") List<String> paths)
            throws Exception {
        FileClient files = files();
        for (String path : paths) {
            if (isMemory(path)) {
                throw new CommandException(
                        path
                                + " has no place on disk; copy it: millrace fs cp "
                                + path
                                + " TARGET");
            }
            files.save(remote(path));
        }
    }

    private FileClient files() throws IOException, CommandException {
        List<Long> running = FileClient.processes();
        if (process != null && running.contains(process)) {
            return new FileClient(process);
        }
        if (running.isEmpty()) {
            throw new CommandException(
                    "no process of yours has files in memory; files of mem:/ end with their process");
        }
        if (process != null || running.size() > 1) {
            throw new CommandException(
                    (process == null
                                    ? "several processes have files in memory"
                                    : "process " + process + " has no files in memory")
                            + "; say which one: --process with one of "
                            + running);
        }
        return new FileClient(running.get(0));
    }

    private static boolean isMemory(String path) {
        return path.startsWith("mem:");
    }

    /** With a scheme, and absolute: the other process is in another directory. */
    private static String remote(String path) {
        return isMemory(path) || path.startsWith("file:")
                ? path
                : "file://" + Path.of(path).toAbsolutePath().normalize();
    }

    private static String shown(RemoteFile file) {
        return file.path().startsWith("file:")
                ? file.path().substring("file:".length())
                : file.path();
    }
}
