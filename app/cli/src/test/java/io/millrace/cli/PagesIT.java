package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cli.job.CopiesLines;
import io.millrace.testing.Checkout;
import io.millrace.testing.Launched;
import io.millrace.testing.Launched.Launcher;
import io.millrace.testing.Soak;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs all commands of the documentation, a page at a time, each in a directory that has what the
 * pages take for granted: the launcher, a job's jar {@code app.jar}, its input {@code in}, and what
 * commands that are left out would have fetched.
 */
class PagesIT {

    private static final Path ROOT = Checkout.root();

    /** Pages of a build; the next commit has others. */
    private static final int PAGES = 6;

    @TempDir Path folder;

    @TestFactory
    Stream<DynamicTest> commandsOfThePageSucceed() throws IOException {
        List<Page> pages =
                Page.all().stream()
                        .filter(page -> page.fences().stream().anyMatch(Fence::isCommands))
                        .sorted(Comparator.comparing(Page::name))
                        .toList();
        return Soak.sample(pages, PAGES).stream()
                .map(page -> DynamicTest.dynamicTest(page.name(), () -> run(page)));
    }

    private void run(Page page) throws Exception {
        Path place = Files.createDirectories(folder.resolve(page.name()).resolve("place"));
        Path notes = Files.createDirectory(place.resolveSibling("notes"));
        Path tools = Files.createDirectory(place.resolveSibling("tools"));
        furnish(place);
        for (Fence fence : page.fences()) {
            if (fence.isFile()) {
                Path file = place.resolve(fence.fileName());
                Files.createDirectories(file.getParent());
                Files.write(file, fence.lines());
            }
        }
        hadoopCommand(tools);
        Path java = Path.of(System.getProperty("java.home"), "bin");
        Launcher shell =
                new Launcher(place, Path.of("/bin/bash"))
                        .within(Duration.ofMinutes(20))
                        .with("HOME", place)
                        .with(
                                "PATH",
                                String.join(
                                        File.pathSeparator,
                                        tools.toString(),
                                        java.toString(),
                                        System.getenv("PATH")));
        new PageScript(page, notes).run(shell);
    }

    private static void furnish(Path place) throws IOException {
        Files.createSymbolicLink(place.resolve("millrace"), ROOT.resolve("millrace"));
        Files.createSymbolicLink(place.resolve("cli"), ROOT.resolve("cli"));
        Path jar = JobJars.runnable(place, CopiesLines.class);
        Files.move(jar, place.resolve("app.jar"));
        Path input = Files.createDirectory(place.resolve("in"));
        Files.writeString(input.resolve("one.txt"), "to be or not to be\n");
        Files.writeString(input.resolve("two.txt"), "that is the question\n");
        try (Stream<Path> fetched = Files.list(ROOT.resolve("app/cli/target/pages"))) {
            for (Path libraries : fetched.toList()) {
                Files.createSymbolicLink(place.resolve(libraries.getFileName()), libraries);
            }
        }
    }

    /** What an installation of Hadoop has under this name, as far as pages use it. */
    private static void hadoopCommand(Path tools) throws IOException {
        Path command =
                Files.write(
                        tools.resolve("hadoop"),
                        List.of(
                                "#!/bin/sh",
                                "[ \"$1\" = jar ] && shift",
                                "exec java -Xmx512m -cp \""
                                        + Launched.dist().resolve("lib/hadoop")
                                        + "/*:$HADOOP_CLASSPATH\" org.apache.hadoop.util.RunJar \"$@\""));
        assertThat(command.toFile().setExecutable(true)).isTrue();
    }
}
