package io.millrace.collective.loop;

import io.millrace.collective.data.LoopIdentity;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.lib.input.CombineFileSplit;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * The input of a loop: its splits, and the files in them or brought with the job, by length and
 * time.
 */
final class LoopInput {

    private static final String MISSING = "missing";

    private final Job job;
    private final Configuration conf;
    private final Map<String, String> parts = new TreeMap<>();

    LoopInput(Job job) {
        this.job = job;
        this.conf = job.getConfiguration();
    }

    /** The description of each part, by name. */
    Map<String, String> parts() throws IOException, InterruptedException, ClassNotFoundException {
        InputFormat<?, ?> format = ReflectionUtils.newInstance(job.getInputFormatClass(), conf);
        // The format may change its configuration.
        List<String> splits = new ArrayList<>();
        for (InputSplit split : format.getSplits(Job.getInstance(conf))) {
            splits.add(text(split));
            addFiles(split);
        }
        parts.put("splits", splits.stream().sorted().toList().toString());
        for (Path given : FileInputFormat.getInputPaths(job)) {
            addGiven(given);
        }
        for (String key :
                List.of(
                        MRJobConfig.CACHE_FILES,
                        MRJobConfig.CACHE_ARCHIVES,
                        "tmpfiles",
                        "tmparchives")) {
            for (String brought : conf.getTrimmedStrings(key)) {
                URI name = new Path(brought).toUri();
                addBrought(new Path(name.getScheme(), name.getAuthority(), name.getPath()));
            }
        }
        return parts;
    }

    private static String text(InputSplit split) throws IOException, InterruptedException {
        String written = "";
        if (split instanceof Writable writable) {
            DataOutputBuffer out = new DataOutputBuffer();
            writable.write(out);
            written = LoopIdentity.digest(Arrays.copyOf(out.getData(), out.getLength()));
        }
        return split.getClass().getName() + " " + split.getLength() + " " + written;
    }

    private void addFiles(InputSplit split) throws IOException {
        if (split instanceof FileSplit file) {
            addFile(file.getPath());
        } else if (split instanceof CombineFileSplit files) {
            for (Path path : files.getPaths()) {
                addFile(path);
            }
        }
    }

    /**
     * Adds the files and directories of an input path, which is a pattern; records a missing file
     * as missing.
     */
    private void addGiven(Path given) throws IOException {
        FileStatus[] found = given.getFileSystem(conf).globStatus(given);
        if (found == null || found.length == 0) {
            parts.put(given.toString(), MISSING);
            return;
        }
        for (FileStatus each : found) {
            add(each);
        }
    }

    /** Adds a file, or all files of a directory: the name {@code *} is Hadoop's word for these. */
    private void addBrought(Path file) throws IOException {
        if (!file.getName().equals("*")) {
            addFile(file);
            return;
        }
        for (FileStatus each : file.getFileSystem(conf).listStatus(file.getParent())) {
            add(each);
        }
    }

    /** Adds a file or directory, whose name is not a pattern; records a missing one as missing. */
    private void addFile(Path file) throws IOException {
        try {
            add(file.getFileSystem(conf).getFileStatus(file));
        } catch (FileNotFoundException e) {
            parts.put(file.toString(), MISSING);
        }
    }

    private void add(FileStatus file) {
        parts.put(
                file.getPath().toString(),
                file.isDirectory()
                        ? "a directory"
                        : file.getLen() + " bytes of " + file.getModificationTime());
    }
}
