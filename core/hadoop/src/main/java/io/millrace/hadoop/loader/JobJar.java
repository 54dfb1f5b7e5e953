package io.millrace.hadoop.loader;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.util.RunJar;

/**
 * The job's jar as a class path: its root, its {@code classes/}, and the jars in its {@code lib/}.
 */
public final class JobJar {

    private JobJar() {}

    /**
     * Unpacks the entries of the job's jar that must be unpacked.
     *
     * @param directory the job's own directory; receives the unpacked entries
     * @return empty for a job without a jar
     * @throws IOException if the jar cannot be read
     */
    public static List<Path> classPath(JobConf conf, Path directory) throws IOException {
        String named = conf.getJar();
        if (named == null || named.isEmpty()) {
            return List.of();
        }
        Path jar = local(new org.apache.hadoop.fs.Path(named), directory, conf);
        List<Path> path = new ArrayList<>();
        path.add(jar);
        Pattern pattern =
                conf.getPattern(JobContext.JAR_UNPACK_PATTERN, JobConf.UNPACK_JAR_PATTERN_DEFAULT);
        if (Files.isRegularFile(jar) && hasEntries(jar, pattern)) {
            Path unpacked = directory.resolve("jar");
            RunJar.unJar(jar.toFile(), unpacked.toFile(), pattern);
            path.add(unpacked.resolve("classes"));
            path.addAll(jarsIn(unpacked.resolve("lib")));
        }
        return path;
    }

    private static boolean hasEntries(Path jar, Pattern pattern) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.stream()
                    .anyMatch(entry ->
                            !entry.isDirectory() && pattern.matcher(entry.getName()).matches());
        }
    }

    private static Path local(org.apache.hadoop.fs.Path jar, Path directory, Configuration conf)
            throws IOException {
        String scheme = jar.toUri().getScheme();
        if (scheme == null || scheme.equals("file")) {
            return Path.of(jar.toUri().getPath());
        }
        File copy = directory.resolve("job.jar").toFile();
        FileUtil.copy(jar.getFileSystem(conf), jar, copy, false, conf);
        return copy.toPath();
    }

    private static List<Path> jarsIn(Path directory) throws IOException {
        List<Path> jars = new ArrayList<>();
        if (Files.isDirectory(directory)) {
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory, "*.jar")) {
                entries.forEach(jars::add);
            }
        }
        jars.sort(null);
        return jars;
    }
}
