package io.millrace.bench.overlap;

import io.millrace.daemons.HadoopCluster;
import io.millrace.measure.Figures;
import io.millrace.measure.MeasurementException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryParser;
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryParser.JobInfo;
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryParser.TaskAttemptInfo;

/**
 * The files that application masters leave about their jobs. Used by one thread, while no job runs.
 */
final class JobHistory {

    /** Seconds until the last map task has ended. */
    static final String MAP = "mapSeconds";

    /** The exposed shuffle: from then on until a reduce task has its input, on average. */
    static final String SHUFFLE = "shuffleSeconds";

    /** The final merge, on average. */
    static final String SORT = "sortSeconds";

    /** The final reduce and the output, on average. */
    static final String REDUCE = "reduceSeconds";

    /** Processor time of all map tasks. */
    static final String MAP_CPU = "mapCpuSeconds";

    /** Processor time of all reduce tasks. */
    static final String REDUCE_CPU = "reduceCpuSeconds";

    /** Bytes that reduce tasks fetched. */
    static final String SHUFFLED = "shuffledBytes";

    /** Attempts of tasks that did not succeed. */
    static final String FAILED = "failedAttempts";

    /** The most reduce tasks that ran on the same node: its network is theirs. */
    static final String ON_ONE_NODE = "reducesOnOneNode";

    /**
     * The time with an ideal, instant shuffle, as the paper estimates it: the shorter one of the
     * shuffle and the work after it is hidden.
     */
    static final String IDEAL = "idealSeconds";

    private static final double MILLIS = 1000;

    private final FileSystem files;
    private final Path directory;

    JobHistory(HadoopCluster cluster) throws IOException {
        files = cluster.files();
        directory =
                new Path(
                        cluster.clients()
                                        .get(
                                                "yarn.app.mapreduce.am.staging-dir",
                                                "/tmp/hadoop-yarn/staging")
                                + "/history/done_intermediate");
    }

    /**
     * Reads the history of all jobs since the last call, and deletes it. The seconds of a job are
     * its application master's, from its first to its last moment.
     */
    Figures take() throws IOException, MeasurementException {
        List<Figures> jobs = new ArrayList<>();
        RemoteIterator<LocatedFileStatus> all = files.listFiles(directory, true);
        while (all.hasNext()) {
            Path file = all.next().getPath();
            if (file.getName().endsWith(".jhist")) {
                jobs.add(times(new JobHistoryParser(files, file).parse()));
            }
        }
        if (jobs.isEmpty()) {
            throw new MeasurementException("no job left its history in " + directory);
        }
        files.delete(directory, true);
        return sum(jobs);
    }

    /** The jobs of one run together. */
    static Figures sum(List<Figures> jobs) {
        Map<String, Double> sums = new LinkedHashMap<>();
        for (Figures job : jobs) {
            job.values()
                    .forEach((name, value) ->
                            sums.merge(
                                    name,
                                    value,
                                    name.equals(ON_ONE_NODE) ? Math::max : Double::sum));
        }
        Figures run = new Figures(sums);
        double after = run.get(SORT) + run.get(REDUCE);
        return run.and(IDEAL, run.seconds() - Math.min(run.get(SHUFFLE), after));
    }

    private static Figures times(JobInfo job) {
        List<TaskAttemptInfo> maps = succeeded(job, TaskType.MAP);
        List<TaskAttemptInfo> reduces = succeeded(job, TaskType.REDUCE);
        long mapEnd =
                maps.stream()
                        .mapToLong(TaskAttemptInfo::getFinishTime)
                        .max()
                        .orElse(job.getLaunchTime());
        long failed =
                job.getAllCompletedTaskAttempts().values().stream()
                        .filter(each -> "FAILED".equals(each.getTaskStatus()))
                        .count();
        return Figures.of(Figures.SECONDS, (job.getFinishTime() - job.getLaunchTime()) / MILLIS)
                .and(MAP, (mapEnd - job.getLaunchTime()) / MILLIS)
                .and(
                        SHUFFLE,
                        average(reduces, each -> Math.max(0, each.getShuffleFinishTime() - mapEnd)))
                .and(
                        SORT,
                        average(
                                reduces,
                                each ->
                                        each.getSortFinishTime()
                                                - Math.max(mapEnd, each.getShuffleFinishTime())))
                .and(
                        REDUCE,
                        average(reduces, each -> each.getFinishTime() - each.getSortFinishTime()))
                .and(MAP_CPU, sum(maps, TaskCounter.CPU_MILLISECONDS) / MILLIS)
                .and(REDUCE_CPU, sum(reduces, TaskCounter.CPU_MILLISECONDS) / MILLIS)
                .and(SHUFFLED, sum(reduces, TaskCounter.REDUCE_SHUFFLE_BYTES))
                .and(FAILED, failed)
                .and(ON_ONE_NODE, mostOnOneNode(reduces));
    }

    /** The attempt that counts of each task. */
    private static List<TaskAttemptInfo> succeeded(JobInfo job, TaskType type) {
        return job.getAllCompletedTaskAttempts().values().stream()
                .filter(each -> each.getTaskType() == type)
                .filter(each -> "SUCCEEDED".equals(each.getTaskStatus()))
                .toList();
    }

    private static long mostOnOneNode(List<TaskAttemptInfo> attempts) {
        return attempts.stream()
                .collect(Collectors.groupingBy(TaskAttemptInfo::getHostname, Collectors.counting()))
                .values()
                .stream()
                .max(Comparator.naturalOrder())
                .orElse(0L);
    }

    private static double average(
            List<TaskAttemptInfo> attempts, ToLongFunction<TaskAttemptInfo> millis) {
        return attempts.stream().mapToLong(millis).average().orElse(0) / MILLIS;
    }

    private static double sum(List<TaskAttemptInfo> attempts, TaskCounter counter) {
        ToDoubleFunction<Counters> value = counters -> counters.findCounter(counter).getValue();
        return attempts.stream().map(TaskAttemptInfo::getCounters).mapToDouble(value).sum();
    }
}
