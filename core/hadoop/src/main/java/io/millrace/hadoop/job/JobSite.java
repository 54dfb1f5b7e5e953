package io.millrace.hadoop.job;

import io.millrace.engine.plan.EngineKeys;
import io.millrace.files.local.UntrustedPathException;
import io.millrace.hadoop.config.HadoopKeys;
import io.millrace.hadoop.config.KeyOrigin;
import io.millrace.hadoop.config.ModuleAbove;
import io.millrace.hadoop.config.TaskKeys;
import io.millrace.hadoop.job.cache.LocalizedFiles;
import io.millrace.hadoop.loader.JobClasses;
import io.millrace.hadoop.loader.JobJar;
import io.millrace.hadoop.remote.RemoteSite;
import io.millrace.hadoop.staging.JobDirectories;
import io.millrace.hadoop.staging.TreeDeletion;
import io.millrace.hadoop.task.JobEnvironment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.util.StringUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A job's resources on this machine while it runs: local directories, cached files and their links,
 * class loader. The job's own thread creates and closes it, as the job's user.
 */
final class JobSite implements RemoteSite, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(JobSite.class);

    private final JobServices services;
    private final List<Path> directories;
    private final List<Path> spillDirectories;
    private final LocalizedFiles cached;
    private final List<Path> classPath;
    private final ClassLoader clientLoader;
    private final JobEnvironment environment;

    private JobSite(
            JobServices services,
            List<Path> directories,
            List<Path> spillDirectories,
            LocalizedFiles cached,
            List<Path> classPath,
            ClassLoader clientLoader,
            JobEnvironment environment) {
        this.services = services;
        this.directories = directories;
        this.spillDirectories = spillDirectories;
        this.cached = cached;
        this.classPath = classPath;
        this.clientLoader = clientLoader;
        this.environment = environment;
    }

    /** Creates everything, or, if something fails, leaves nothing behind. */
    static JobSite make(JobRequest request, JobServices services) throws Exception {
        JobConf conf = request.conf();
        String user = request.user().getShortUserName();
        List<Path> directories =
                services.directories().makeLocal(conf, user, request.id().toString());
        LocalizedFiles cached = null;
        JobSite site = null;
        try {
            cached =
                    services.cache()
                            .localize(
                                    conf,
                                    services.directories().fileCache(conf, user),
                                    request.directory().path(),
                                    request.depth(),
                                    waitsFor(request, services));
            if (cached.conflict()) {
                runApart(request, services);
            }
            Path work = directories.get(0);
            List<Path> classPath = new ArrayList<>(JobJar.classPath(conf, work));
            classPath.addAll(cached.classPath(conf));
            JobClasses classes = services.loaders().make(conf, request.clientLoader(), classPath);
            describe(request, cached, classes.own(), work);
            FileSystem.get(conf).setWorkingDirectory(conf.getWorkingDirectory());
            site =
                    new JobSite(
                            services,
                            directories,
                            spillDirectories(conf, services.directories(), user, directories),
                            cached,
                            List.copyOf(classPath),
                            request.clientLoader(),
                            new JobEnvironment(
                                    request.id(),
                                    conf,
                                    classes,
                                    request.user(),
                                    request.directory().readSplits(request.id(), conf),
                                    work));
            return site;
        } finally {
            if (site == null) {
                if (cached != null) {
                    cached.close();
                }
                directories.forEach(TreeDeletion::quietly);
            }
        }
    }

    /**
     * The least depth of the jobs that this one may wait for. A job that tasks wait for runs in
     * separate JVMs instead, and where these are missing waits for those that its own waiting does
     * not stop.
     */
    private static int waitsFor(JobRequest request, JobServices services) {
        return request.depth() > 0 && services.remote().available()
                ? Integer.MAX_VALUE
                : request.depth();
    }

    /**
     * Gives tasks separate directories, because the process's working directory has other files
     * under the names of their links.
     */
    private static void runApart(JobRequest request, JobServices services) throws IOException {
        if (!services.remote().available()) {
            throw new IOException(
                    "%s links cached files under names that a job whose tasks wait for it uses for other files. Its tasks need separate JVMs, but %s, which starts them, is not on the class path. Put it beside millrace-hadoop.jar, or link the files under other names."
                            .formatted(request.id(), ModuleAbove.WORKERS.jar()));
        }
        LOG.warn(
                "{} links cached files under names that another job of the process uses"
                        + " for other files. It cannot wait for that job, because a task submitted"
                        + " it. Its tasks therefore run in separate JVMs ({}=process).",
                request.id(),
                TaskKeys.ISOLATION);
        request.conf().set(TaskKeys.ISOLATION.name(), "process", KeyOrigin.MILLRACE);
    }

    /**
     * Sets the values that all of the job's tasks share; the class loader first, before any class
     * is loaded.
     */
    private static void describe(
            JobRequest request, LocalizedFiles cached, ClassLoader loader, Path work) {
        JobConf conf = request.conf();
        conf.setClassLoader(loader);
        Thread.currentThread().setContextClassLoader(loader);
        conf.set(JobContext.ID, request.id().toString());
        conf.set(MRJobConfig.JOB_LOCAL_DIR, work.toString());
        cached.describeIn(conf);
    }

    /** The spill directories: the configured ones, or else {@code local}. */
    static List<Path> spillDirectories(
            Configuration conf, JobDirectories directories, String user, List<Path> local)
            throws IOException {
        String configured = EngineKeys.SPILL_DIRECTORIES.in(HadoopKeys.settings(conf));
        if (configured.isBlank()) {
            return local;
        }
        Set<Path> spills = new LinkedHashSet<>(); // several may have the same substitute
        for (String name : StringUtils.getTrimmedStrings(configured)) {
            try {
                spills.add(
                        directories.spills(conf, name, EngineKeys.SPILL_DIRECTORIES.name(), user));
            } catch (UntrustedPathException e) {
                throw e;
            } catch (IOException e) {
                throw new IOException(
                        EngineKeys.SPILL_DIRECTORIES
                                + " names "
                                + name
                                + ", where no directory can be created; name writable directories",
                        e);
            }
        }
        return List.copyOf(spills);
    }

    @Override
    public JobEnvironment environment() {
        return environment;
    }

    @Override
    public List<Path> spillDirectories() {
        return spillDirectories;
    }

    @Override
    public List<Path> classPath() {
        return classPath;
    }

    @Override
    public ClassLoader clientLoader() {
        return clientLoader;
    }

    @Override
    public Path sockets() throws IOException {
        return services.directories().ownRoot(environment.conf());
    }

    @Override
    public void linkInto(Path directory) throws IOException, InterruptedException {
        cached.linkInto(directory);
    }

    @Override
    public void close() {
        cached.close();
        directories.forEach(TreeDeletion::quietly);
        services.loaders().retire(environment.classes());
    }
}
