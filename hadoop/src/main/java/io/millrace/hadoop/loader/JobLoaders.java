package io.millrace.hadoop.loader;

import io.millrace.bytecode.file.ClassListing;
import io.millrace.bytecode.packages.SplitPackages;
import io.millrace.bytecode.rewrite.JobCode;
import io.millrace.bytecode.rewrite.Rewrites;
import io.millrace.bytecode.statics.StateChange;
import io.millrace.bytecode.statics.TaskCode;
import io.millrace.engine.plan.Choice;
import io.millrace.hadoop.config.ClassLoaderMode;
import io.millrace.hadoop.config.HadoopKeys;
import io.millrace.hadoop.config.TaskIsolation;
import io.millrace.hadoop.config.TaskKeys;
import io.millrace.hadoop.loader.JobClassLoader.Owns;
import io.millrace.hadoop.loader.Sharing.Kind;
import io.millrace.hadoop.scope.TaskExit;
import io.millrace.hadoop.scope.TaskState;
import io.millrace.hadoop.scope.Turns.State;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.util.ApplicationClassLoader;
import org.apache.hadoop.util.StringUtils;
import org.jspecify.annotations.Nullable;
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

    private static final String CLIENTS = "classes on the client's class path are shared, and ";
    private static final String AS_ASKED = "set by " + TaskKeys.ISOLATION;

    private final FrameworkClasses framework = new FrameworkClasses();
    private final ClientLibraries client = new ClientLibraries(framework);
    private final Deque<Retired> retired = new ArrayDeque<>();

    private record Retired(JobClassLoader loader, long atMillis) {}

    public JobLoaders() {
        NameRegistries.install();
    }

    /**
     * Creates the classes of a job, as {@code millrace.task.isolation} demands.
     *
     * @param parent loads the submitter's own classes
     * @param classPath the job's jar and libjars
     */
    public JobClasses make(JobConf conf, ClassLoader parent, List<Path> classPath)
            throws IOException {
        return make(conf, parent, classPath, new ClientClasses(framework));
    }

    /**
     * The same in the container of a cluster, whose class path has the job's classes, but none of a
     * client.
     */
    public JobClasses makeInContainer(JobConf conf, ClassLoader parent, List<Path> classPath)
            throws IOException {
        return make(conf, parent, classPath, framework);
    }

    /** With the classes that a job shares with the client even if it brings them. */
    private JobClasses make(
            JobConf conf,
            ClassLoader parent,
            List<Path> classPath,
            JobClassLoader.Shared withClient)
            throws IOException {
        List<URL> urls = new ArrayList<>();
        for (Path path : classPath) {
            urls.add(path.toUri().toURL());
        }
        // The plan needs the job's classes, so it does not exist yet and cannot provide the
        // rewrites.
        ClassBytes bytes =
                new ClassBytes(JobCode.as(Rewrites.in(conf::get), TaskExit.class, TaskState.class));
        JobClassLoader.Shared shared = isolated(conf) ? systemNames(conf) : framework;
        boolean first = comesFirst(conf);
        return switch (TaskKeys.ISOLATION.in(HadoopKeys.settings(conf))) {
            case SLOT -> {
                Copies copies = copies(urls, classPath, parent, Owns.ALL, shared, first, bytes);
                JobClassLoader own = copies.get();
                TaskCode code = code(conf, own, name -> true);
                copies.own.add(OwnLibraries.keepingNames(code, copies.clients(own), client));
                yield copies(conf, own, copies, code, name -> true, AS_ASKED);
            }
            case NONE, PROCESS -> {
                Owns owns = first ? Owns.BROUGHT : Owns.MISSING;
                yield urls.isEmpty()
                        ? everybody(conf, parent, () -> code(conf, parent, name -> true))
                        : everybody(
                                conf, copies(urls, classPath, parent, owns, shared, first, bytes));
            }
            case AUTO -> {
                JobClassLoader.Shared clients = first ? shared : withClient;
                yield urls.isEmpty()
                        ? clients(conf, parent)
                        : brought(
                                conf,
                                copies(
                                        urls,
                                        classPath,
                                        parent,
                                        Owns.BROUGHT,
                                        clients,
                                        first,
                                        bytes));
            }
        };
    }

    /** One loader for all attempts. The driver has other copies of the classes it defines. */
    private JobClasses everybody(JobConf conf, Copies copies) {
        JobClassLoader own = copies.get();
        TaskCode code = code(conf, own, name -> true);
        copies.own.add(OwnLibraries.keepingNames(code, copies.clients(own), client));
        return everybody(conf, own, () -> code);
    }

    private static JobClasses everybody(JobConf conf, ClassLoader own, Supplier<TaskCode> code) {
        boolean here = TaskKeys.ISOLATION.in(HadoopKeys.settings(conf)) == TaskIsolation.NONE;
        return JobClasses.shared(
                conf,
                own,
                new Sharing(Kind.EVERYBODY, AS_ASKED, ""),
                here ? State.SHARED : null,
                () -> left(code.get()));
    }

    /**
     * Makes copies of a job's classes that own the same classes.
     *
     * @param all whether they own all classes but the framework's
     */
    private record Copies(OwnClasses own, boolean all, Supplier<JobClassLoader> loaders)
            implements Supplier<ClassLoader> {
        @Override
        public JobClassLoader get() {
            return loaders.get();
        }

        /** The classes that stay the client's, other than the framework's. */
        Predicate<String> clients(JobClassLoader copy) {
            return name -> !all && !copy.owns(name);
        }
    }

    /**
     * Copies that own all classes of packages that cannot be split, and the libraries that the job
     * brings and wants first.
     */
    private Copies copies(
            List<URL> urls,
            List<Path> classPath,
            ClassLoader parent,
            Owns owns,
            JobClassLoader.Shared shared,
            boolean first,
            ClassBytes bytes)
            throws IOException {
        Set<String> libraries = Set.of();
        SplitPackages.Moved moved = new SplitPackages.Moved(Set.of(), owns == Owns.ALL);
        if (first || owns != Owns.ALL) {
            Map<String, Set<String>> brought = SplitPackages.byPackage(ClassListing.in(classPath));
            try (JobClassLoader own =
                    new JobClassLoader(urls, parent, owns, shared, name -> false, bytes)) {
                if (first) {
                    libraries = BroughtLibraries.in(brought, framework, own, parent);
                }
                if (owns != Owns.ALL) {
                    moved = moved(brought, own, parent, owns, shared);
                }
            }
        }
        OwnClasses own = new OwnClasses(moved.packages(), OwnLibraries.of(libraries));
        // All but the framework's classes are the job's if the job cannot share any.
        Owns all = moved.everything() ? Owns.ALL : owns;
        JobClassLoader.Shared kept =
                BroughtLibraries.without(
                        libraries, moved.everything() && !first ? framework : shared);
        return new Copies(
                own,
                moved.everything(),
                () -> new JobClassLoader(urls, parent, all, kept, own, bytes));
    }

    private SplitPackages.Moved moved(
            Map<String, Set<String>> brought,
            JobClassLoader own,
            ClassLoader parent,
            Owns owns,
            JobClassLoader.Shared shared)
            throws IOException {
        Predicate<String> clients =
                owns == Owns.MISSING
                        ? name -> parent.getResource(name.replace('.', '/') + ".class") != null
                        : shared::type;
        return SplitPackages.among(brought, clients, framework, own, parent);
    }

    /**
     * The choice of whether conversions in the code of these classes are rewritten to faster ones.
     */
    public static Choice<String> conversions(JobClasses classes, Rewrites rewrites) {
        return JobCode.conversions(classes.own() instanceof JobClassLoader, rewrites);
    }

    /**
     * Classes of tasks that use the client's own classes; the client may read their statics
     * afterwards.
     */
    private JobClasses clients(JobConf conf, ClassLoader loader) {
        TaskCode code = code(conf, loader, name -> true);
        String found = code.changedStatic(name -> true);
        StateChange change = code.changedState();
        if (found != null) {
            State left = change == null ? State.UNTOUCHED : State.CARRIED;
            return byTurns(conf, loader, found, "", left, code);
        }
        String file = file(code);
        return change == null
                ? JobClasses.shared(
                        conf,
                        loader,
                        new Sharing(
                                Kind.EVERYBODY,
                                CLIENTS + "no task changes a static of them",
                                file,
                                "",
                                unseen(code)),
                        file.isEmpty() ? State.ANNOUNCED : State.UNTOUCHED,
                        () -> null)
                : byTurns(
                        conf,
                        loader,
                        change.call() + " and changes state of the process",
                        change.call(),
                        change.once() ? State.CARRIED : State.CLIENTS,
                        code);
    }

    /**
     * Classes of a job with a jar or libjars: copies of the classes it brings, unless its tasks
     * change a static of a class it shares with the client.
     */
    private JobClasses brought(JobConf conf, Copies copies) {
        JobClassLoader own = copies.get();
        Predicate<String> clients = copies.clients(own);
        TaskCode code = code(conf, own, clients);
        copies.own.add(OwnLibraries.keepingNames(code, clients, client));
        String found = code.changedStatic(clients);
        return found == null
                ? copies(
                        conf,
                        own,
                        copies,
                        code,
                        clients.negate(),
                        "each has a copy of classes that only the job has, and none"
                                + " changes a static")
                : byTurns(conf, own, found, "", State.UNTOUCHED, code);
    }

    /** Copies that are reused if no task changes a static of {@code copied} classes. */
    private JobClasses copies(
            JobConf conf,
            ClassLoader own,
            Supplier<ClassLoader> loaders,
            TaskCode code,
            Predicate<String> copied,
            String reason) {
        String changed = code.leftStatic(copied);
        return JobClasses.separate(
                conf,
                own,
                loaders,
                new Sharing(
                        changed == null ? Kind.NOBODY : Kind.FRESH,
                        changed == null ? reason : changed,
                        file(code),
                        state(code),
                        unseen(code)),
                names -> changes(names, own));
    }

    private JobClasses byTurns(
            JobConf conf,
            ClassLoader loader,
            String found,
            String change,
            State state,
            TaskCode code) {
        return JobClasses.byTurns(
                conf,
                loader,
                new Sharing(Kind.BY_TURNS, CLIENTS + found, file(code), change, ""),
                state,
                names -> changes(names, loader));
    }

    /**
     * The change that a task leaves to a later one in the same process, for people; null for none.
     */
    private static @Nullable String left(TaskCode code) {
        String found = code.leftStatic(name -> true);
        StateChange change = found == null ? code.changedState() : null;
        return change == null ? found : change.call();
    }

    private static String state(TaskCode code) {
        StateChange change = code.changedState();
        return change == null ? "" : change.call();
    }

    private static String unseen(TaskCode code) {
        return Objects.requireNonNullElse(code.unseen(), "");
    }

    private static String file(TaskCode code) {
        return Objects.requireNonNullElse(code.writtenFile(), "");
    }

    /** The code that tasks can reach, with a limited number of {@code shared} classes. */
    private TaskCode code(JobConf conf, ClassLoader loader, Predicate<String> shared) {
        Set<String> named = NamedClasses.in(conf, loader, framework::contains);
        return TaskCode.of(named, loader, framework::contains, shared);
    }

    private boolean changes(Set<String> names, ClassLoader loader) {
        return TaskCode.of(names, loader, framework::contains, name -> true)
                        .changedStatic(name -> true)
                != null;
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
