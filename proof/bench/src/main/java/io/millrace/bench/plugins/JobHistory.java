package io.millrace.bench.plugins;

import io.millrace.bench.frame.BenchException;
import io.millrace.daemons.HadoopCluster;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
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
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryParser.JobInfo;
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryParser.TaskAttemptInfo;
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryParser;

/**
 * The files that application masters leave about their jobs. Used by one thread, while no job runs.
 */
final class JobHistory {

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

    /** Reads the history of all jobs since the last call, and deletes it. */
    JobTimes take() throws IOException, BenchException {
        List<JobTimes> jobs = new ArrayList<>();
        RemoteIterator<LocatedFileStatus> all = files.listFiles(directory, true);
        while (all.hasNext()) {
            Path file = all.next().getPath();
            if (file.getName().endsWith(".jhist")) {
                jobs.add(times(new JobHistoryParser(files, file).parse()));
            }
        }
        if (jobs.isEmpty()) {
            throw new BenchException("no job left its history in " + directory);
        }
        files.delete(directory, true);
        return JobTimes.sum(jobs);
    }

    private static JobTimes times(JobInfo job) {
        List<TaskAttemptInfo> maps = succeeded(job, TaskType.MAP);
        List<TaskAttemptInfo> reduces = succeeded(job, TaskType.REDUCE);
        long mapEnd =
                maps.stream()
                        .mapToLong(TaskAttemptInfo::getFinishTime)
                        .max()
                        .orElse(job.getLaunchTime());
        return new JobTimes(
                (job.getFinishTime() - job.getLaunchTime()) / MILLIS,
                (mapEnd - job.getLaunchTime()) / MILLIS,
                average(reduces, each -> Math.max(0, each.getShuffleFinishTime() - mapEnd)),
                average(
                        reduces,
                        each ->
                                each.getSortFinishTime()
                                        - Math.max(mapEnd, each.getShuffleFinishTime())),
                average(reduces, each -> each.getFinishTime() - each.getSortFinishTime()),
                sum(maps, TaskCounter.CPU_MILLISECONDS) / MILLIS,
                sum(reduces, TaskCounter.CPU_MILLISECONDS) / MILLIS,
                sum(reduces, TaskCounter.REDUCE_SHUFFLE_BYTES),
                job.getAllCompletedTaskAttempts().values().stream()
                        .filter(each -> "FAILED".equals(each.getTaskStatus()))
                        .count(),
                mostOnOneNode(reduces));
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
