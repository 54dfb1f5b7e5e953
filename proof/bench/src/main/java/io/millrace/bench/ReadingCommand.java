package io.millrace.bench;

import io.millrace.apps.input.InputCache;
import io.millrace.apps.input.InputKind;
import io.millrace.bench.job.Surroundings;
import io.millrace.bench.job.WrongUseException;
import io.millrace.bench.reading.Ways;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Ways to read a file's bytes. */
@Command(
        name = "reading",
        description = {
            "Measure ways to read a file, on one thread: Hadoop's streams, positional reads and mapping, from the"
                    + " page cache and from the disk. With --hdfs: through a DataNode, and"
                    + " short-circuit. The figures after the throughputs are times relative to the"
                    + " first row."
        },
        sortOptions = false)
final class ReadingCommand implements Callable<Integer> {

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            defaultValue = "1GB",
            description = "Approximate size of the file (default: ${DEFAULT-VALUE}).")
    private String size = "";

    @Option(
            names = "--hdfs",
            description = "Measure an HDFS on this machine, too, with servers of its own.")
    private boolean hdfs;

    @Option(
            names = "--runs",
            paramLabel = "N",
            defaultValue = "5",
            description = "Passes after the first (default: ${DEFAULT-VALUE}).")
    private int runs;

    @Override
    public Integer call() throws Exception {
        if (runs < 1) {
            throw new WrongUseException("--runs is " + runs + "; it takes at least 1");
        }
        Path home = Path.of(System.getProperty("millrace-home"));
        Path file = InputCache.ofThisUser().get(InputKind.USER_VISITS, SizeOption.bytes(size), 1);
        System.out.print(Ways.local(file).table(runs));
        if (hdfs) {
            System.out.print(Ways.hdfs(home, file, runs));
        }
        Surroundings surroundings = Surroundings.ofThisMachine(home);
        System.out.printf(
                "%s; %s; commit %s%n",
                surroundings.machine(), surroundings.jdk(), surroundings.commit());
        return 0;
    }
}
