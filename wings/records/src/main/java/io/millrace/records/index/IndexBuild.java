package io.millrace.records.index;

import io.millrace.records.config.IndexKeys;
import io.millrace.records.config.JobSchema;
import io.millrace.records.config.PagedKeys;
import io.millrace.records.input.DecodedText;
import io.millrace.records.input.LiteralPath;
import io.millrace.records.output.PagedOutput;
import io.millrace.records.paged.PagedSettings;
import io.millrace.records.paged.SourceFile;
import io.millrace.records.paged.UnfinishedInput;
import io.millrace.records.schema.Schema;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.partition.TotalOrderPartitioner;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/**
 * Builds an index of delimited text: paged files with its records, in a directory. If the directory
 * exists, adds the files of the input that it does not have. The keys in the configuration have the
 * settings; the arguments are input and index. Used by one thread.
 */
public final class IndexBuild extends Configured implements Tool {

    /** For {@code hadoop jar millrace-records.jar io.millrace.records.index.IndexBuild}. */
    public static void main(String[] arguments) throws Exception {
        // Its jar is that of the job, which the nodes of a cluster need.
        System.exit(ToolRunner.run(new JobConf(IndexBuild.class), new IndexBuild(), arguments));
    }

    /** Sets the file with the schema, the column that is the key, and whether it is sorted. */
    public static void configure(Configuration conf, String schema, String key, boolean sort) {
        JobSchema.setFile(conf, schema);
        conf.set(IndexKeys.KEY, key);
        conf.setBoolean(IndexKeys.SORT, sort);
    }

    /** Returns 0, or 1 if the job failed. */
    @Override
    public int run(String[] arguments)
            throws IOException, InterruptedException, ClassNotFoundException {
        if (arguments.length != 2) {
            throw new IOException(
                    "An index needs two arguments, the input and the directory of the index, not %d."
                            .formatted(arguments.length));
        }
        Path input = new Path(arguments[0]);
        Path index = new Path(arguments[1]);
        PartialInput.refuse(getConf());
        Schema schema = JobSchema.of(getConf());
        IndexSettings.column(getConf(), schema);
        IndexSources sources = new IndexSources(input, index, getConf());
        sources.requireUnchanged();
        requireSchema(schema, sources, index);
        List<SourceFile> added = sources.added();
        if (added.isEmpty()) {
            System.out.printf("The index %s has all files of %s.%n", index, input);
            return 0;
        }
        return build(input, index, added) ? 0 : 1;
    }

    private static void requireSchema(Schema schema, IndexSources sources, Path index)
            throws IOException {
        Schema before = sources.schema();
        if (before != null && !before.toString().equals(schema.withoutHeader().toString())) {
            throw new IOException(
                    "The index %s has another schema. Use its schema, or name another directory for the index."
                            .formatted(index));
        }
    }

    private boolean build(Path input, Path index, List<SourceFile> added)
            throws IOException, InterruptedException, ClassNotFoundException {
        FileSystem files = index.getFileSystem(getConf());
        boolean isNew = !files.exists(index);
        Path unfinished = new Path(index, UnfinishedInput.BUILD + UUID.randomUUID());
        Path points = new Path(index, unfinished.getName() + ".points");
        try {
            Job job = job(added, unfinished);
            if (getConf().getBoolean(IndexKeys.SORT, false)) {
                sort(job, added, points);
            }
            if (!job.waitForCompletion(false)) {
                System.err.printf("The job that builds the index %s failed.%n", index);
                return false;
            }
            publish(input, index, added, unfinished);
            System.out.printf(
                    "Added files of %s to the index %s: %d.%n", input, index, added.size());
            return true;
        } finally {
            files.delete(unfinished, true);
            files.delete(points, false);
            if (isNew && files.exists(index) && files.listStatus(index).length == 0) {
                files.delete(index, false); // an empty directory would read as an index
            }
        }
    }

    /** A job that writes the records as they come, with a Bloom filter of the key. */
    private Job job(List<SourceFile> added, Path output) throws IOException {
        Configuration conf = new Configuration(getConf());
        PagedSettings.setSources(conf, added);
        boolean sorted = conf.getBoolean(IndexKeys.SORT, false);
        if (!sorted && conf.get(PagedKeys.FILTERS) == null) {
            conf.set(PagedKeys.FILTERS, conf.getTrimmed(IndexKeys.KEY));
        }
        Job job = Job.getInstance(conf, "index");
        job.setInputFormatClass(DecodedText.class);
        job.setMapperClass(Mapper.class);
        job.setNumReduceTasks(0);
        job.setOutputFormatClass(PagedOutput.class);
        FileInputFormat.setInputPaths(
                job,
                added.stream()
                        .map(each -> LiteralPath.pattern(new Path(each.path())))
                        .toArray(Path[]::new));
        FileOutputFormat.setOutputPath(job, output);
        return job;
    }

    /** Makes it a job that writes the records in the order of the key. */
    private static void sort(Job job, List<SourceFile> added, Path points)
            throws IOException, InterruptedException {
        Configuration conf = job.getConfiguration();
        job.setMapperClass(SortMapper.class);
        job.setMapOutputKeyClass(BytesWritable.class);
        // Names the comparator that Hadoop would use: pages need its order, and no other.
        job.setSortComparatorClass(BytesWritable.Comparator.class);
        job.setMapOutputValueClass(Text.class);
        job.setReducerClass(SortReducer.class);
        List<BytesWritable> chosen = RangePoints.of(job, IndexSettings.files(conf, added));
        job.setNumReduceTasks(chosen.size() + 1);
        if (!chosen.isEmpty()) {
            RangePoints.write(chosen, points, conf);
            TotalOrderPartitioner.setPartitionFile(
                    conf, points.getFileSystem(conf).makeQualified(points));
            job.setPartitionerClass(TotalOrderPartitioner.class);
        }
    }

    /**
     * The files that were read must be those that were listed before, and the index must still be
     * of this input.
     */
    private void requireUnchanged(Path input, Path index, List<SourceFile> added)
            throws IOException {
        IndexSources now = new IndexSources(input, index, getConf());
        List<SourceFile> stillAdded = now.added();
        for (SourceFile each : added) {
            if (now.hasInIndex(each)) {
                throw new IOException(
                        "Another build has added %s to the index meanwhile. This one added nothing. Build the index again if files of the input are still missing in it."
                                .formatted(each.path()));
            }
            if (!stillAdded.contains(each)) {
                throw new IOException(
                        "%s changed while the index was built. Build the index again when the file is complete."
                                .formatted(each.path()));
            }
        }
        now.requireUnchanged();
        requireSchema(JobSchema.of(getConf()), now, index);
    }

    /**
     * Gives the files their place in the index, all at once. Builds that end at the same time
     * choose the same place. One of them gets it, and the others check again whether their files
     * are missing.
     */
    private void publish(Path input, Path index, List<SourceFile> added, Path unfinished)
            throws IOException {
        BuildPlaces places = new BuildPlaces(index, index.getFileSystem(getConf()));
        Path place;
        do {
            place = places.next();
            requireUnchanged(input, index, added);
        } while (!places.take(place, unfinished));
    }
}
