package io.millrace.workers.fork;

import io.millrace.engine.task.TaskKind;
import io.millrace.hadoop.loader.LogSetup;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.v2.util.MRApps;
import org.apache.hadoop.yarn.api.ApplicationConstants;
import org.jspecify.annotations.Nullable;

/**
 * The command that starts a JVM for a job's tasks: the Java of this process, the job's options and
 * environment, read as a cluster reads them, and this process's class path followed by the job's.
 * Contains no secrets, because everybody can read command lines. Immutable.
 */
public final class JvmCommand {

    private static final String MAIN = "io.millrace.workers.fork.child.ForkedMain";
    private static final String LOG_SETUP = "io/millrace/workers/fork/child/log4j.properties";

    /**
     * Options of this JVM that the new JVM needs, too; memory settings, for instance, are not
     * inherited.
     */
    private static final List<String> INHERITED =
            List.of("--", "-Djava.library.path=", "-Djava.security.krb5.", "-Dhadoop.home.dir=");

    private final TaskProcesses processes = new TaskProcesses();
    private final JobConf conf;
    private final List<Path> classPath;
    private final @Nullable ClassLoader clientLoader;

    /**
     * @param classPath the job's jar and libjars
     * @param clientLoader loads the submitter's own classes
     */
    public JvmCommand(JobConf conf, List<Path> classPath, @Nullable ClassLoader clientLoader) {
        this.conf = conf;
        this.classPath = classPath;
        this.clientLoader = clientLoader;
    }

    /**
     * The command for one JVM.
     *
     * @param name the JVM's name, for options that contain {@code @taskid@}
     * @param directory the JVM's working directory
     * @param logs its log directory
     */
    ProcessBuilder of(TaskKind kind, String name, Path directory, Path logs) throws IOException {
        Set<String> classPath = new LinkedHashSet<>();
        classPath.add(directory.toString()); // as on a cluster
        classPath.addAll(withJob());
        return command(
                kind == TaskKind.MAP, name, directory, logs, List.of(), List.of(MAIN), classPath);
    }

    /**
     * The command for a JVM that runs tasks of both kinds. Its class path is that of this process,
     * so that it can use the same cache of classes, and a loader has the classes of the job, as in
     * this process. The arguments of the main class are the entries of loaders between the two,
     * such as RunJar's.
     *
     * @param more options that come after the job's own
     * @param main the name of its main class
     */
    public ProcessBuilder worker(
            String name, Path directory, Path logs, List<String> more, String main)
            throws IOException {
        Set<String> classPath = ofProcess();
        Set<String> between = new LinkedHashSet<>();
        addLoaders(clientLoader, between);
        between.removeAll(classPath);
        List<String> program = new ArrayList<>();
        program.add(main);
        program.addAll(between);
        classPath.add(directory.toString());
        return command(true, name, directory, logs, more, program, classPath);
    }

    /** Ends what the tasks of the JVMs have started. The JVMs have ended. */
    public void endProcesses() {
        processes.end();
    }

    private ProcessBuilder command(
            boolean map,
            String name,
            Path directory,
            Path logs,
            List<String> more,
            List<String> program,
            Set<String> classPath)
            throws IOException {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(inherited());
        words.add("-Djava.io.tmpdir=" + directory.resolve("tmp"));
        words.addAll(logging(map, logs));
        words.addAll(OptionWords.of(expand(options(map), name, directory, logs)));
        words.addAll(more);
        words.addAll(program);
        ProcessBuilder builder = new ProcessBuilder(words);
        builder.directory(directory.toFile());
        builder.redirectOutput(logs.resolve("stdout").toFile());
        builder.redirectError(logs.resolve("stderr").toFile());
        builder.environment().putAll(environment(map));
        builder.environment().put("CLASSPATH", String.join(File.pathSeparator, classPath));
        builder.environment().put("PWD", directory.toString());
        processes.mark(builder);
        return builder;
    }

    private static List<String> inherited() {
        return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> INHERITED.stream().anyMatch(argument::startsWith))
                .toList();
    }

    private List<String> logging(boolean map, Path logs) {
        String own = conf.getTrimmed(MRJobConfig.MAPREDUCE_JOB_LOG4J_PROPERTIES_FILE, "");
        String setup = own.isEmpty() ? LOG_SETUP : new org.apache.hadoop.fs.Path(own).getName();
        return List.of(
                "-D" + LogSetup.LOG4J + "=" + setup,
                "-D" + LogSetup.OURS + "=" + setup,
                "-Dmillrace-task-log-level=" + MRApps.getChildLogLevel(conf, map),
                "-Dyarn.app.container.log.dir=" + logs);
    }

    private String options(boolean map) {
        String administrators =
                conf.get(
                        map
                                ? MRJobConfig.MAPRED_MAP_ADMIN_JAVA_OPTS
                                : MRJobConfig.MAPRED_REDUCE_ADMIN_JAVA_OPTS,
                        "");
        return administrators + " " + conf.getTaskJavaOpts(map ? TaskType.MAP : TaskType.REDUCE);
    }

    /** Replaces the variables of Hadoop and users in options by values known only here. */
    private static String expand(String options, String name, Path directory, Path logs) {
        return options.replace(
                        ApplicationConstants.JVM_ADD_OPENS_VAR,
                        "--add-opens=java.base/java.lang=ALL-UNNAMED")
                .replace(ApplicationConstants.LOG_DIR_EXPANSION_VAR, logs.toString())
                .replace("@taskid@", name)
                .replace("{{PWD}}", directory.toString());
    }

    @SuppressWarnings("deprecation") // the key for tasks of both kinds is still honoured
    private Map<String, String> environment(boolean map) {
        Map<String, String> variables = new HashMap<>();
        MRApps.setEnvFromInputProperty(variables, MRJobConfig.MAPRED_ADMIN_USER_ENV, "", conf);
        MRApps.setEnvFromInputProperty(
                variables,
                map ? JobConf.MAPRED_MAP_TASK_ENV : JobConf.MAPRED_REDUCE_TASK_ENV,
                conf.get(JobConf.MAPRED_TASK_ENV),
                conf);
        return variables;
    }

    /** Hadoop's and Millrace's classes, and those that the client was started with. */
    private static Set<String> ofProcess() throws IOException {
        Set<String> entries = new LinkedHashSet<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            if (!entry.isEmpty()) {
                entries.add(Path.of(entry).toAbsolutePath().toString());
            }
        }
        addLoaders(JvmCommand.class.getClassLoader(), entries);
        return entries;
    }

    /** The client's classes and the job's. */
    private List<String> withJob() throws IOException {
        Set<String> clients = ofProcess();
        addLoaders(clientLoader, clients);
        List<String> jobs = classPath.stream().map(Path::toString).toList();
        Set<String> all = new LinkedHashSet<>();
        boolean jobsFirst = conf.getBoolean(MRJobConfig.MAPREDUCE_JOB_USER_CLASSPATH_FIRST, false);
        all.addAll(jobsFirst ? jobs : clients);
        all.addAll(jobsFirst ? clients : jobs);
        return List.copyOf(all);
    }

    /** Adds the entries of loaders between the client's classes and the JVM's own class path. */
    private static void addLoaders(@Nullable ClassLoader first, Set<String> entries)
            throws IOException {
        for (ClassLoader loader = first; loader != null; loader = loader.getParent()) {
            if (loader instanceof URLClassLoader urls) {
                for (URL url : urls.getURLs()) {
                    addFile(url, entries);
                }
            }
        }
    }

    private static void addFile(URL url, Set<String> entries) throws IOException {
        if (!url.getProtocol().equals("file")) {
            return;
        }
        try {
            entries.add(Path.of(url.toURI()).toString());
        } catch (URISyntaxException e) {
            throw new IOException("class path entry " + url + " of the client is not a file", e);
        }
    }
}
