package io.millrace.cluster.gang;

import io.millrace.engine.config.Settings;
import io.millrace.exchange.call.MeetingPlace;
import io.millrace.hadoop.loader.Findings;
import io.millrace.hadoop.loader.JobClasses;
import io.millrace.hadoop.loader.JobLoaders;
import io.millrace.workers.gang.MeetingFile;
import io.millrace.workers.gang.Node;
import io.millrace.workers.pool.child.WorkerPlace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * The container of a map task: YARN has put the job's files into its directory, which is the
 * process's, and deletes the directory once the container has ended.
 */
final class Container implements WorkerPlace {

    private static final String LOGS = "yarn.app.container.log.dir";

    /** Keys whose values are of this machine. */
    private static final List<String> LOCAL_KEYS =
            List.of(
                    MRConfig.LOCAL_DIR,
                    MRJobConfig.CACHE_LOCALFILES,
                    MRJobConfig.CACHE_LOCALARCHIVES);

    /** The directory of the job's jar, with its parts that were unpacked. */
    private static final String JAR = "job.jar";

    /** Keys that the cluster sets for all tasks of a job. */
    private static final List<String> TASK_KEYS =
            List.of(
                    MRConfig.LOCAL_DIR,
                    MRJobConfig.CACHE_LOCALFILES,
                    MRJobConfig.CACHE_LOCALARCHIVES,
                    MRJobConfig.APPLICATION_ATTEMPT_ID);

    private final Path directory = Path.of("").toAbsolutePath();
    private final JobConf task;

    /**
     * The container of this process.
     *
     * @param task from {@link #submitted}
     */
    Container(JobConf task) {
        this.task = task;
    }

    /**
     * The configuration of the gang as it was submitted, with what the cluster has set for all
     * tasks: a map task's own has values that are of this one task. Called by the task's thread,
     * whose user has the key that encrypts intermediate data.
     */
    static JobConf submitted(JobConf task) throws IOException {
        JobConf submitted =
                new JobConf(
                        new org.apache.hadoop.fs.Path(Path.of(MRJobConfig.JOB_CONF_FILE).toUri()));
        copy(TASK_KEYS, task, submitted);
        Credentials all = new Credentials(task.getCredentials());
        all.mergeAll(UserGroupInformation.getCurrentUser().getCredentials());
        submitted.setCredentials(all);
        return submitted;
    }

    private static void copy(List<String> keys, JobConf from, JobConf to) {
        for (String key : keys) {
            String value = from.get(key);
            if (value != null) {
                to.set(key, value);
            }
        }
    }

    /** Sets what is different on each machine in the configuration of a job. */
    void describeIn(JobConf job) {
        copy(LOCAL_KEYS, task, job);
        Path jar = jar();
        if (Files.exists(jar)) {
            job.setJar(jar.toUri().toString());
        }
    }

    private Path jar() {
        return directory.resolve(JAR).resolve(JAR);
    }

    /**
     * The job's classes, for {@code JobSpec}; the sender's class path is that of another machine.
     */
    JobClasses classes(JobConf job, List<Path> sent, Findings findings) throws IOException {
        return new JobLoaders()
                .makeInContainer(job, Container.class.getClassLoader(), classPath(), findings);
    }

    private List<Path> classPath() throws IOException {
        List<Path> path = new ArrayList<>();
        if (Files.exists(jar())) {
            path.add(jar());
            path.add(directory.resolve(JAR).resolve("classes"));
            path.addAll(jarsIn(directory.resolve(JAR).resolve("lib")));
        }
        for (String key : List.of(MRJobConfig.CLASSPATH_FILES, MRJobConfig.CLASSPATH_ARCHIVES)) {
            for (String each : task.getStrings(key, new String[0])) {
                Path link = directory.resolve(new org.apache.hadoop.fs.Path(each).getName());
                if (Files.exists(link)) {
                    path.add(link);
                }
            }
        }
        return path;
    }

    private static List<Path> jarsIn(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
        }
    }

    /** The local directory of the job ({@code mapreduce.job.local.dir}). */
    Path workDirectory() throws IOException {
        return Files.createDirectories(directory.resolve("gang-work"));
    }

    @Override
    public MeetingPlace meeting(String name) {
        return new MeetingFile(task, new org.apache.hadoop.fs.Path(name));
    }

    @Override
    public String host(Settings job) throws IOException {
        return Node.host();
    }

    /** One on each disk; the cluster deletes them with the application. */
    @Override
    public List<Path> spills() throws IOException {
        List<Path> spills = new ArrayList<>();
        for (String disk : task.getTrimmedStrings(MRConfig.LOCAL_DIR)) {
            spills.add(Files.createTempDirectory(Path.of(disk), "gang-spill"));
        }
        return spills;
    }

    @Override
    public Path logs(Path named) throws IOException {
        Path logs = Path.of(System.getProperty(LOGS, directory.toString()));
        return Files.createDirectories(logs.resolve(named.getFileName()));
    }
}
