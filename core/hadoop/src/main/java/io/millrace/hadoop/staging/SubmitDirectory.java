package io.millrace.hadoop.staging;

import io.millrace.hadoop.task.SerializedSplit;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapreduce.JobSubmissionFiles;
import org.apache.hadoop.mapreduce.split.JobSplit.TaskSplitMetaInfo;
import org.apache.hadoop.mapreduce.split.SplitMetaInfoReader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The files that a client wrote to submit one job: configuration, splits, jar, cached files. */
public final class SubmitDirectory {

    private static final Logger LOG = LoggerFactory.getLogger(SubmitDirectory.class);

    private final Path path;
    private final FileSystem fileSystem;
    private final java.nio.file.Path kept;

    /**
     * @param path the client's submission directory
     * @param kept keeps the job's configuration after {@code path} is deleted
     * @throws IOException if the directory's file system cannot be reached
     */
    public SubmitDirectory(String path, Configuration conf, java.nio.file.Path kept)
            throws IOException {
        Path written = new Path(path);
        this.fileSystem = written.getFileSystem(conf);
        this.path = fileSystem.makeQualified(written);
        this.kept = kept;
    }

    public Path path() {
        return path;
    }

    /** The job's configuration, which stays readable until the job table forgets the job. */
    public Path keptJobFile() {
        return new Path(kept.resolve(jobFile().getName()).toUri());
    }

    private Path jobFile() {
        return JobSubmissionFiles.getJobConfPath(path);
    }

    /**
     * The job's configuration as the client wrote it. Later changes to the client's own
     * configuration object do not reach the job.
     */
    public JobConf readConf() throws IOException {
        Path file = jobFile();
        if (!fileSystem.exists(file)) {
            throw new FileNotFoundException(
                    "job file "
                            + file
                            + " does not exist; submit the job through Hadoop's Job or JobClient");
        }
        Files.createDirectories(kept);
        try (InputStream in = fileSystem.open(file)) {
            Files.copy(in, kept.resolve(file.getName()), StandardCopyOption.REPLACE_EXISTING);
        }
        return HadoopDefaults.with(keptJobFile());
    }

    /** The job's splits in task order. Their bytes are read once and shared. */
    public List<SerializedSplit> readSplits(JobID id, JobConf conf) throws IOException {
        TaskSplitMetaInfo[] infos =
                SplitMetaInfoReader.readSplitMetaInfo(id, fileSystem, conf, path);
        byte[] bytes = infos.length == 0 ? new byte[0] : readSplitFile();
        List<SerializedSplit> splits = new ArrayList<>(infos.length);
        for (TaskSplitMetaInfo info : infos) {
            splits.add(
                    new SerializedSplit(
                            bytes,
                            info.getStartOffset(),
                            info.getInputDataLength(),
                            info.getLocations()));
        }
        return List.copyOf(splits);
    }

    private byte[] readSplitFile() throws IOException {
        Path file = JobSubmissionFiles.getJobSplitFile(path);
        try (InputStream in = fileSystem.open(file)) {
            return in.readAllBytes();
        }
    }

    /** Deletes the submission directory once the job has ended. */
    public void delete() {
        try {
            fileSystem.delete(path, true);
        } catch (IOException e) {
            LOG.warn("Submission directory {} could not be deleted: {}", path, e.toString());
        }
    }

    /** Deletes the job's configuration, too, once the job can no longer be queried. */
    public void forget() {
        TreeDeletion.quietly(kept);
    }
}
