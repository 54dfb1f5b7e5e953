package io.millrace.bench.pavlo;

import java.util.List;

/**
 * A query that all contenders of a comparison answer.
 *
 * @param settings of the job, as {@code -D} takes them
 * @param sql for databases
 */
record Query(Task task, String name, List<String> settings, String sql) {

    Query {
        settings = List.copyOf(settings);
    }
}
