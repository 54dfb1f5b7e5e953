package io.millrace.hadoop.loader;

import io.millrace.bytecode.rewrite.JobCode;
import io.millrace.bytecode.rewrite.Rewrites;
import io.millrace.engine.plan.Choice;
import io.millrace.hadoop.config.ClassLoaderMode;
import io.millrace.hadoop.config.HadoopKeys;
import io.millrace.hadoop.config.TaskIsolation;
import io.millrace.hadoop.config.TaskKeys;
import io.millrace.hadoop.loader.JobClassLoader.Owns;
import io.millrace.hadoop.scope.TaskExit;
import io.millrace.hadoop.scope.TaskState;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.util.ApplicationClassLoader;
import org.apache.hadoop.util.StringUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates the class loaders of jobs, and closes them some time after their jobs have ended.
 * Thread-safe.
 */
public final class JobLoaders {

    private static final Logger LOG = LoggerFactory.getLogger(JobLoaders.class);
    private static final long GRACE_MILLIS = 60_000;

    /** Maximum number of loaders that wait to be closed, because each keeps files open. */
    private static final int MAX_RETIRED = 64;

    private static final String OUR_PACKAGES = "io.millrace.";

    private final FrameworkClasses framework = new FrameworkClasses();
    private final ClientLibraries client = new ClientLibraries(framework);
    private final Deque<Retired> retired = new ArrayDeque<>();

    private record Retired(JobClassLoader loader, long atMillis) {}

    public JobLoaders() {
        NameRegistries.install();
    }

    /**
     * Creates the classes of a job, as {@code millrace.task.isolation} demands, after a search
     * through its class files.
     *
     * @param parent loads the submitter's own classes
     * @param classPath the job's jar and libjars
     */
    public JobClasses make(JobConf conf, ClassLoader parent, List<Path> classPath)
            throws IOException {
        return make(conf, parent, classPath, new ClientClasses(framework), search(conf));
    }

    /** The same in another process that runs tasks of the job, without a search. */
    public JobClasses make(
            JobConf conf, ClassLoader parent, List<Path> classPath, Findings findings)
            throws IOException {
        return make(conf, parent, classPath, new ClientClasses(framework), findings);
    }

    /**
     * The same in the container of a cluster, whose class path has the job's classes, but none of a
     * client. With isolation {@code auto}, the findings depend on the client's classes, so this
     * process searches.
     */
    public JobClasses makeInContainer(
            JobConf conf, ClassLoader parent, List<Path> classPath, Findings findings)
            throws IOException {
        boolean searches = isolation(conf) == TaskIsolation.AUTO;
        return make(conf, parent, classPath, framework, searches ? search(conf) : findings);
    }

    private Answers search(JobConf conf) {
        return new ClassSearch(conf, framework, client);
    }

    /** With the classes that a job shares with the client even if it brings them. */
    private JobClasses make(
            JobConf conf,
            ClassLoader parent,
            List<Path> classPath,
            JobClassLoader.Shared withClient,
            Answers answers)
            throws IOException {
        if (classPath.isEmpty() && isolation(conf) != TaskIsolation.SLOT) {
            Verdict verdict = answers.verdict(parent, false, name -> true);
            return new JobClasses(conf, parent, () -> parent, Moves.NONE, verdict, answers);
        }
        LoaderParts parts = parts(conf, parent, classPath, withClient);
        Moves moves = answers.moves(parts);
        LoaderParts moved = moves.in(parts, framework);
        OwnClasses whole = moves.classes();
        JobClassLoader own = moved.loader(whole);
        Predicate<String> clients = name -> !moves.everything() && !own.owns(name);
        Verdict verdict = answers.verdict(own, true, clients);
        whole.add(OwnLibraries.of(verdict.kept()));
        Supplier<ClassLoader> copies =
                verdict.sharing().copies() ? () -> moved.loader(whole) : () -> own;
        return new JobClasses(conf, own, copies, moves, verdict, answers);
    }

    private LoaderParts parts(
            JobConf conf,
            ClassLoader parent,
            List<Path> classPath,
            JobClassLoader.Shared withClient)
            throws IOException {
        TaskIsolation isolation = isolation(conf);
        boolean first = comesFirst(conf);
        JobClassLoader.Shared shared = isolated(conf) ? systemNames(conf) : framework;
        Owns owns =
                switch (isolation) {
                    case SLOT -> Owns.ALL;
                    case NONE, PROCESS -> first ? Owns.BROUGHT : Owns.MISSING;
                    case AUTO -> Owns.BROUGHT;
                };
        List<URL> urls = new ArrayList<>();
        for (Path path : classPath) {
            urls.add(path.toUri().toURL());
        }
        // The plan needs the job's classes, so it does not exist yet and cannot provide the
        // rewrites.
        ClassBytes bytes =
                new ClassBytes(JobCode.as(Rewrites.in(conf::get), TaskExit.class, TaskState.class));
        return new LoaderParts(
                classPath,
                urls,
                parent,
                owns,
                isolation == TaskIsolation.AUTO && !first ? withClient : shared,
                first,
                bytes);
    }

    private static TaskIsolation isolation(Configuration conf) {
        return TaskKeys.ISOLATION.in(HadoopKeys.settings(conf));
    }

    /**
     * The choice of whether conversions in the code of these classes are rewritten to faster ones.
     */
    public static Choice<String> conversions(JobClasses classes, Rewrites rewrites) {
        return JobCode.conversions(classes.own() instanceof JobClassLoader, rewrites);
    }

    /** Whether the job's classes hide the client's classes of the same names. */
    private static boolean comesFirst(Configuration conf) {
        return isolated(conf)
                || conf.getBoolean(MRJobConfig.MAPREDUCE_JOB_USER_CLASSPATH_FIRST, false);
    }

    private static boolean isolated(Configuration conf) {
        return conf.getBoolean(MRJobConfig.MAPREDUCE_JOB_CLASSLOADER, false)
                || HadoopKeys.JOB_CLASSLOADER.in(HadoopKeys.settings(conf))
                        == ClassLoaderMode.ISOLATED;
    }

    /** The classes that Hadoop's own isolating loader leaves to its parent. */
    private static JobClassLoader.Shared systemNames(Configuration conf) {
        String[] configured =
                conf.getTrimmedStrings(MRJobConfig.MAPREDUCE_JOB_CLASSLOADER_SYSTEM_CLASSES);
        List<String> all =
                new ArrayList<>(
                        Arrays.asList(
                                configured.length > 0
                                        ? configured
                                        : StringUtils.getTrimmedStrings(
                                                ApplicationClassLoader.SYSTEM_CLASSES_DEFAULT)));
        all.add(OUR_PACKAGES);
        return new JobClassLoader.Shared() {
            @Override
            public boolean type(String name) {
                return ApplicationClassLoader.isSystemClass(name, all);
            }

            @Override
            public boolean resource(String path) {
                return ApplicationClassLoader.isSystemClass(path, all);
            }
        };
    }

    /**
     * Retires a job's classes. Threads that outlive the job may still load some, so the loaders are
     * closed when a later job ends.
     */
    public void retire(JobClasses classes) {
        long now = System.currentTimeMillis();
        List<JobClassLoader> due = new ArrayList<>();
        synchronized (this) {
            for (ClassLoader loader : classes.loaders()) {
                if (loader instanceof JobClassLoader ours) {
                    retired.add(new Retired(ours, now));
                }
            }
            while (retired.size() > MAX_RETIRED
                    || (!retired.isEmpty()
                            && retired.getFirst().atMillis() + GRACE_MILLIS <= now)) {
                due.add(retired.removeFirst().loader());
            }
        }
        due.forEach(JobLoaders::close);
    }

    private static void close(JobClassLoader loader) {
        HadoopRegistries.forget(loader);
        try {
            loader.close();
        } catch (IOException e) {
            LOG.debug("A job's class loader could not be closed", e);
        }
    }
}
