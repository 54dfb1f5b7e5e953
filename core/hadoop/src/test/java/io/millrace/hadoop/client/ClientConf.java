package io.millrace.hadoop.client;

import io.millrace.files.direct.DirectLocalFileSystem;
import io.millrace.hadoop.testing.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/** A client's configuration for tests: Millrace as the framework, all files below one directory. */
public final class ClientConf {

    private ClientConf() {}

    /** A configuration whose temporary files go below {@code directory}. */
    public static JobConf in(Path directory) {
        JobConf conf = new JobConf();
        conf.set("mapreduce.framework.name", "millrace");
        conf.set("fs.defaultFS", "file:///");
        conf.set("hadoop.tmp.dir", directory.resolve("tmp").toString());
        return conf;
    }

    /**
     * Lets local files of this process be kept in memory. What that has no room for goes where the
     * first of them says, as long as the process lives: not below the directory of one test.
     */
    public static JobConf redirectable(JobConf conf) {
        conf.setClass("fs.file.impl", DirectLocalFileSystem.class, FileSystem.class);
        conf.setBoolean("fs.file.impl.disable.cache", true);
        conf.set("hadoop.tmp.dir", Workspace.temporary().toString());
        return conf;
    }

    /**
     * A map-only job over one file of three lines, in {@code directory/in}, into {@code
     * directory/out}.
     */
    public static Job mapOnly(
            JobConf conf, Path directory, Class<? extends Mapper<?, ?, ?, ?>> mapper)
            throws IOException {
        Path input = directory.resolve("in");
        if (!Files.exists(input)) {
            Files.createDirectory(input);
            Files.writeString(input.resolve("lines"), "one\ntwo\nthree\n");
        }
        Job job = Job.getInstance(conf);
        job.setMapperClass(mapper);
        job.setNumReduceTasks(0);
        FileInputFormat.addInputPath(job, new org.apache.hadoop.fs.Path(input.toUri()));
        FileOutputFormat.setOutputPath(job, output(directory));
        return job;
    }

    public static org.apache.hadoop.fs.Path output(Path directory) {
        return new org.apache.hadoop.fs.Path(directory.resolve("out").toUri());
    }
}
