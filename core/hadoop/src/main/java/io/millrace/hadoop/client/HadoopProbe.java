package io.millrace.hadoop.client;

import java.io.IOException;
import java.lang.reflect.Executable;
import java.util.List;
import org.apache.hadoop.util.VersionInfo;
import org.jspecify.annotations.Nullable;

/**
 * Checks that the Hadoop on the class path has the members that Millrace uses. Many of them are not
 * public API and may be missing in another version. It is better to learn that before a job starts
 * than in the middle of it.
 */
public final class HadoopProbe {

    /** Class, member and simple names of the parameter types; {@code <init>} for a constructor. */
    private static final List<String> USED =
            List.of(
                    "org.apache.hadoop.mapred.JobContextImpl <init> JobConf JobID",
                    "org.apache.hadoop.mapred.TaskAttemptContextImpl <init> JobConf TaskAttemptID",
                    "org.apache.hadoop.mapred.TaskAttemptContextImpl <init> JobConf TaskAttemptID Reporter",
                    "org.apache.hadoop.mapred.FileOutputCommitter getTaskAttemptPath TaskAttemptContext",
                    "org.apache.hadoop.mapred.JobConf getTaskJavaOpts TaskType",
                    "org.apache.hadoop.mapreduce.v2.util.MRApps getChildLogLevel Configuration boolean",
                    "org.apache.hadoop.mapreduce.v2.util.MRApps setEnvFromInputProperty Map String String Configuration",
                    "org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl <init> Configuration TaskAttemptID StatusReporter",
                    "org.apache.hadoop.mapreduce.split.SplitMetaInfoReader readSplitMetaInfo JobID FileSystem Configuration Path",
                    "org.apache.hadoop.mapreduce.split.JobSplit$TaskSplitMetaInfo getStartOffset",
                    "org.apache.hadoop.mapreduce.counters.Limits init Configuration",
                    "org.apache.hadoop.mapreduce.task.MapContextImpl <init> Configuration TaskAttemptID RecordReader RecordWriter"
                            + " OutputCommitter StatusReporter InputSplit",
                    "org.apache.hadoop.mapreduce.task.ReduceContextImpl <init> Configuration TaskAttemptID RawKeyValueIterator Counter"
                            + " Counter RecordWriter OutputCommitter StatusReporter RawComparator Class Class",
                    "org.apache.hadoop.mapreduce.task.TaskInputOutputContextImpl <init> Configuration TaskAttemptID RecordWriter"
                            + " OutputCommitter StatusReporter",
                    "org.apache.hadoop.mapreduce.lib.map.WrappedMapper getMapContext MapContext",
                    "org.apache.hadoop.mapreduce.lib.reduce.WrappedReducer getReducerContext ReduceContext",
                    "org.apache.hadoop.mapreduce.JobStatus setFailureInfo String",
                    "org.apache.hadoop.fs.FileSystem closeAllForUGI UserGroupInformation",
                    "org.apache.hadoop.fs.FileSystem$Statistics getThreadStatistics",
                    "org.apache.hadoop.util.ApplicationClassLoader <init> URL[] ClassLoader List",
                    "org.apache.hadoop.util.ShutdownHookManager addShutdownHook Runnable int long TimeUnit");

    private static @Nullable String missing;
    private static boolean probed;

    private HadoopProbe() {}

    /**
     * @throws IOException naming the missing member and the versions that have it
     */
    static synchronized void check() throws IOException {
        if (!probed) {
            missing = missing(USED);
            probed = true;
        }
        if (missing != null) {
            throw new IOException(
                    "Millrace needs the MapReduce client of Hadoop 3.4.3 or 3.5.0. The"
                            + " class path has Hadoop "
                            + VersionInfo.getVersion()
                            + ", which lacks "
                            + missing);
        }
    }

    /**
     * The first of some members that the class path does not have; null if it has all.
     *
     * @param members each a class, a method and the simple names of its parameter types; {@code
     *     <init>} for a constructor
     */
    public static @Nullable String missing(List<String> members) {
        for (String member : members) {
            if (!present(member)) {
                return member;
            }
        }
        return null;
    }

    /** Whether the class path has that member. Without streams, because each task's JVM asks. */
    static boolean present(String member) {
        String[] words = member.split(" ");
        try {
            Class<?> type = Class.forName(words[0], false, HadoopProbe.class.getClassLoader());
            Executable[] members =
                    words[1].equals("<init>")
                            ? type.getDeclaredConstructors()
                            : type.getDeclaredMethods();
            for (Executable found : members) {
                if (matches(found, words)) {
                    return true;
                }
            }
            return false;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    private static boolean matches(Executable found, String... words) {
        if (!words[1].equals("<init>") && !found.getName().equals(words[1])) {
            return false;
        }
        Class<?>[] parameters = found.getParameterTypes();
        if (parameters.length != words.length - 2) {
            return false;
        }
        for (int i = 0; i < parameters.length; i++) {
            if (!parameters[i].getSimpleName().equals(words[i + 2])) {
                return false;
            }
        }
        return true;
    }
}
