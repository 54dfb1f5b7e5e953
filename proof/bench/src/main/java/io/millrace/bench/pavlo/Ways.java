package io.millrace.bench.pavlo;

import io.millrace.apps.pavlo.Reading;
import io.millrace.apps.pavlo.RevenueJoin;
import io.millrace.bench.contender.Contender;
import io.millrace.bench.contender.DuckDb;
import io.millrace.bench.contender.Launched;
import io.millrace.bench.contender.LocalCluster;
import io.millrace.bench.contender.Postgres;
import io.millrace.bench.contender.SparkPrograms;
import io.millrace.bench.job.Settings;
import io.millrace.formats.config.FormatKeys;
import io.millrace.hadoop.config.HadoopKeys;
import io.millrace.measure.MeasurementException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.mapreduce.MRJobConfig;

/** The contenders of each query. Closing ends the cluster that they share. */
final class Ways implements Closeable {

    private final Path home;
    private final List<String> jobOptions;
    private final Inputs inputs;
    private final LocalCluster cluster;

    Ways(Path home, int reduces, Inputs inputs) {
        this.home = home;
        this.inputs = inputs;
        jobOptions = Settings.options(MRJobConfig.NUM_REDUCES + "=" + reduces);
        cluster = new LocalCluster(home, jobOptions);
    }

    @Override
    public void close() throws IOException {
        cluster.close();
    }

    /** A way to answer a query, with its tables ready. */
    Contender of(Way way, Query query)
            throws IOException, InterruptedException, MeasurementException {
        Contender contender =
                switch (way) {
                    case DUCKDB ->
                            DuckDb.contender(
                                    views(query.task()),
                                    Map.of(query.task().workload(), query.sql()));
                    case SPARK ->
                            SparkPrograms.sql(
                                    home, inSpark(query.sql()), sparkTables(query.task()));
                    case POSTGRESQL -> Postgres.contender(loading(query.task()), query.sql());
                    case HADOOP_CLUSTER -> cluster.with(settings(way, query));
                    default -> launched(way, query);
                };
        return contender.reading(way.toString(), way.title(), input(way, query.task()));
    }

    private Contender launched(Way way, Query query)
            throws IOException, InterruptedException, MeasurementException {
        List<String> options = new ArrayList<>(jobOptions);
        options.addAll(settings(way, query));
        return switch (way) {
            case HADOOP_SLOTS, HADOOP_DECODED ->
                    Launched.hadoopWithSlots(
                                    home, options, Runtime.getRuntime().availableProcessors())
                            .contender();
            default -> Launched.millrace(home, options).contender();
        };
    }

    private List<String> settings(Way way, Query query)
            throws IOException, InterruptedException, MeasurementException {
        List<String> settings = new ArrayList<>(query.settings());
        way.reading().ifPresent(reading -> settings.add(Reading.KEY + "=" + reading.word()));
        if (way == Way.MILLRACE_FINGERPRINT) {
            settings.add(FormatKeys.SORT.name() + "=fingerprint");
            // Hadoop's splits of 32 MB leave each key in many runs.
            settings.add(HadoopKeys.SPLIT_SIZE.name() + "=256m");
        }
        if (isIndexedJoin(way, query.task())) {
            settings.add(RevenueJoin.VISITS + "=" + inputs.paged(query.task(), true).toUri());
        }
        return Settings.options(settings);
    }

    private Path input(Way way, Task task)
            throws IOException, InterruptedException, MeasurementException {
        if (isIndexedJoin(way, task)) {
            return inputs.rankingsOfJoin();
        }
        return switch (way) {
            case MILLRACE_PAGED -> inputs.paged(task, false);
            case MILLRACE_INDEXED -> inputs.paged(task, true);
            default -> inputs.text(task);
        };
    }

    /** Its job reads rankings, and the visits by their index. */
    private static boolean isIndexedJoin(Way way, Task task) {
        return way == Way.MILLRACE_INDEXED && task == Task.JOIN;
    }

    private String views(Task task) throws IOException, InterruptedException {
        StringBuilder views = new StringBuilder();
        for (Map.Entry<TableKind, Path> each : inputs.texts(task).entrySet()) {
            String columns =
                    each.getKey().columns().entrySet().stream()
                            .map(column ->
                                    "'%s': '%s'".formatted(column.getKey(), column.getValue()))
                            .collect(Collectors.joining(", ", "{", "}"));
            views.append(
                    "CREATE VIEW %s AS SELECT * FROM read_csv('%s', header = false, delim = '|', quote = '', escape = '', columns = %s);%n"
                            .formatted(
                                    each.getKey().word(), DuckDb.quoted(each.getValue()), columns));
        }
        return views.toString();
    }

    private List<String> sparkTables(Task task) throws IOException, InterruptedException {
        List<String> tables = new ArrayList<>();
        for (Map.Entry<TableKind, Path> each : inputs.texts(task).entrySet()) {
            tables.add(each.getKey().word());
            tables.add(inSpark(columns(each.getKey())));
            tables.add(each.getValue().toUri().toString());
        }
        return tables;
    }

    private static String columns(TableKind table) {
        return table.columns().entrySet().stream()
                .map(column -> column.getKey() + " " + column.getValue())
                .collect(Collectors.joining(", "));
    }

    /** Spark has other names of types. */
    private static String inSpark(String sql) {
        return sql.replace("VARCHAR", "STRING").replace("DOUBLE PRECISION", "DOUBLE");
    }

    private String loading(Task task) throws IOException, InterruptedException {
        StringBuilder script = new StringBuilder();
        for (Map.Entry<TableKind, Path> each : inputs.texts(task).entrySet()) {
            TableKind table = each.getKey();
            script.append(
                    """
                    DROP TABLE IF EXISTS %1$s;
                    CREATE UNLOGGED TABLE %1$s (%2$s);
                    \\copy %1$s FROM '%3$s' (DELIMITER '|')
                    CREATE INDEX ON %1$s (%4$s);
                    ANALYZE %1$s;
                    """
                            .formatted(
                                    table.word(),
                                    columns(table),
                                    DuckDb.quoted(each.getValue()),
                                    table.key()));
        }
        return script.toString();
    }
}
