package io.millrace.hadoop.statics;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.bytecode.statics.TaskCode;
import io.millrace.hadoop.loader.FrameworkClasses;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.tools.ToolProvider;

/**
 * A mapper of a few lines, from a file of many: {@code == NAME: EXPECTED}, then the members of its
 * class, of which {@code run} is what it does with a line.
 *
 * @param expected what a scan has to say of it
 */
record Program(String name, String expected, String members) {

    private static final FrameworkClasses FRAMEWORK = new FrameworkClasses();

    private static final String SOURCE =
            """
            package PACKAGE;
            import java.util.*;
            import java.util.function.*;
            import java.util.regex.Pattern;
            import org.apache.hadoop.io.*;
            import org.apache.hadoop.mapreduce.Mapper;
            public class Job extends Mapper<LongWritable, Text, Text, IntWritable> {
                @Override
                protected void map(LongWritable key, Text value, Context context)
                        throws java.io.IOException, InterruptedException {
                    try {
                        run(value, context);
                    } catch (Exception e) {
                        throw new java.io.IOException(e);
                    }
                }
                MEMBERS
            }
            """;

    static List<Program> in(String resource) throws IOException {
        List<Program> all = new ArrayList<>();
        try (InputStream in = Program.class.getResourceAsStream(resource)) {
            for (String part : new String(in.readAllBytes(), UTF_8).split("(?m)^== ", -1)) {
                int colon = part.indexOf(": ");
                int end = part.indexOf('\n');
                if (colon >= 0) {
                    String expected = part.substring(colon + 2, end);
                    all.add(new Program(part.substring(0, colon), expected, part.substring(end)));
                }
            }
        }
        return all;
    }

    /** Compiles programs, all at once. */
    static void compile(List<Program> programs, Path classes) throws IOException {
        List<String> arguments =
                new ArrayList<>(
                        List.of(
                                "-proc:none",
                                "-nowarn",
                                "-classpath",
                                System.getProperty("java.class.path"),
                                "-d",
                                classes.toString()));
        Path sources = Files.createDirectory(classes.resolve("sources"));
        for (Program program : programs) {
            Path folder = Files.createDirectory(sources.resolve(program.packageName()));
            Path file = folder.resolve("Job.java");
            String source =
                    SOURCE.replace("PACKAGE", program.packageName())
                            .replace("MEMBERS", program.members());
            arguments.add(Files.writeString(file, source).toString());
        }
        String[] all = arguments.toArray(new String[0]);
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, all)).isZero();
    }

    /** Loads compiled programs. */
    static URLClassLoader loader(Path classes) throws IOException {
        return new URLClassLoader(
                new URL[] {classes.toUri().toURL()}, Program.class.getClassLoader());
    }

    /** The code of a task that runs it. */
    TaskCode code(ClassLoader loader) {
        return TaskCode.of(List.of(className()), loader, FRAMEWORK::contains, each -> true);
    }

    String packageName() {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z]+", "_");
    }

    String className() {
        return packageName() + ".Job";
    }

    @Override
    public String toString() {
        return name;
    }
}
