package io.millrace.cli.index;

import io.millrace.cli.failure.FailedJobs;
import io.millrace.cli.jar.FrameworkDefault;
import io.millrace.cli.process.CommandException;
import io.millrace.cli.process.LogLevel;
import io.millrace.records.index.IndexBuild;
import io.millrace.records.text.BadFieldException;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.util.ToolRunner;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Builds an index. */
@Command(
        name = "build",
        description = {
            "Write the records of delimited text into paged files, for jobs that read few of them"
                    + " with DecodedPages.",
            "If OUT exists, add the files of IN that it does not have. The command refuses if a"
                    + " file has changed since OUT was built. Paths are in any file system of"
                    + " Hadoop."
        },
        sortOptions = false)
final class BuildCommand implements Callable<Integer> {

    @SuppressWarnings("NullAway.Init") // set by the parser
    @Option(
            names = "--key",
            paramLabel = "COLUMN",
            required = true,
            description = "Build the index for predicates on this column.")
    private String key;

    @Option(
            names = "--sort",
            description =
                    "Sort the records by the column. Otherwise they stay in their order, and each"
                            + " page gets a Bloom filter of the column.")
    private boolean sort;

    @SuppressWarnings("NullAway.Init") // set by the parser
    @Option(
            names = "--schema",
            paramLabel = "FILE",
            required = true,
            description = "Read the schema of the text from this file.")
    private String schema;

    @Option(
            names = "-D",
            paramLabel = "KEY=VALUE",
            description = "Set a key of the job, such as millrace.records.paged.codec=deflate.")
    private Map<String, String> settings = new LinkedHashMap<>();

    @SuppressWarnings("NullAway.Init") // set by the parser
    @Parameters(
            index = "0",
            paramLabel = "IN",
            description = "Read this file, or the files of this directory.")
    private String input;

    @SuppressWarnings("NullAway.Init") // set by the parser
    @Parameters(index = "1", paramLabel = "OUT", description = "Write the index to this directory.")
    private String output;

    @Override
    public Integer call() throws Exception {
        LogLevel.quiet();
        FailedJobs.install();
        FrameworkDefault.install();
        Configuration conf = new JobConf();
        settings.forEach(conf::set);
        IndexBuild.configure(conf, schema, key, sort);
        try {
            return ToolRunner.run(conf, new IndexBuild(), new String[] {input, output});
        } catch (IOException | IllegalArgumentException | BadFieldException e) {
            throw new CommandException(
                    "Cannot build the index %s: %s".formatted(output, e.getMessage()), e);
        }
    }
}
