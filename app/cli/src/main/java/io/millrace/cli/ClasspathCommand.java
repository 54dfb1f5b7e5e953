package io.millrace.cli;

import io.millrace.cli.process.CommandException;
import io.millrace.cli.process.ExitCode;
import io.millrace.cli.process.Installation;
import java.io.File;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/** Prints the class path that any Hadoop client needs. */
@Command(
        name = "classpath",
        description = {
            "Print the jars to add to the class path of a Hadoop client.",
            "Then mapreduce.framework.name=millrace runs jobs on Millrace:",
            "  export HADOOP_CLASSPATH=$(millrace classpath)",
            "  hadoop jar app.jar -Dmapreduce.framework.name=millrace ..."
        })
final class ClasspathCommand implements Callable<Integer> {

    @Override
    public Integer call() throws CommandException {
        System.out.println(
                Installation.clientJars().stream()
                        .map(Path::toString)
                        .collect(Collectors.joining(File.pathSeparator)));
        return ExitCode.SUCCESS;
    }
}
