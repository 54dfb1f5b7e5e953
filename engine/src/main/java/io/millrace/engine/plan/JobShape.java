package io.millrace.engine.plan;

/**
 * What is known of a job before it runs.
 *
 * @param mapTasks number of map tasks
 * @param reduceTasks number of partitions
 * @param inputBytes bytes of all splits, or 0 if unknown
 * @param combines whether the job has a combiner
 * @param folds whether its combiner can be given one key at a time
 * @param prefixed whether its keys have a sort prefix
 */
public record JobShape(
        int mapTasks,
        int reduceTasks,
        long inputBytes,
        boolean combines,
        boolean folds,
        boolean prefixed) {}
