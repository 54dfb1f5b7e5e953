package io.millrace.apps.pavlo;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summingDouble;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.apps.job.JobTool;
import io.millrace.apps.testing.BothFrameworks;
import io.millrace.records.index.IndexBuild;
import io.millrace.records.schema.Schema;
import io.millrace.testing.Sampled;
import io.millrace.verify.OutputTree;
import io.millrace.workloads.input.InputKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What each job writes, against the same worked out in memory, however it reads its table. */
@Sampled(oneIn = 3)
class PavloJobsTest {

    private static final String FRAMEWORK = "millrace";

    @TempDir Path folder;

    @Test
    void pagesAreSelectedByTheirRank() throws Exception {
        BothFrameworks tables = new BothFrameworks(folder, InputKind.RANKINGS, 300_000);
        String option = Selection.RANK + "=1000";
        List<String> expected =
                tables.input().stream()
                        .map(line -> line.split("\\|", -1))
                        .filter(fields -> Integer.parseInt(fields[1]) > 1000)
                        .map(fields -> fields[0] + "\t" + fields[1])
                        .sorted()
                        .toList();
        assertThat(expected).hasSizeGreaterThan(100);
        assertThat(sorted(tables.both(new Selection(), "-D", option))).isEqualTo(expected);
        assertThat(sorted(tables.millrace(new Selection(), "-D", option, "-D", decoded())))
                .isEqualTo(expected);
        for (boolean sort : new boolean[] {false, true}) {
            Path index = index(tables, Tables.RANKINGS, "pageRank", sort);
            assertThat(paged(new Selection(), tables, index, option)).isEqualTo(expected);
        }
    }

    @Test
    void recordsAreSelectedByAText() throws Exception {
        BothFrameworks tables = new BothFrameworks(folder, InputKind.PATTERN_RECORDS, 1_500_000);
        List<String> expected =
                tables.input().stream()
                        .filter(line -> line.contains("XYZ"))
                        .map(line -> line.replace('|', '\t'))
                        .sorted()
                        .toList();
        assertThat(expected).isNotEmpty();
        assertThat(sorted(tables.both(new RecordGrep()))).isEqualTo(expected);
        assertThat(sorted(tables.millrace(new RecordGrep(), "-D", decoded()))).isEqualTo(expected);
        Path index = index(tables, Tables.RECORDS, "key", false);
        assertThat(paged(new RecordGrep(), tables, index)).isEqualTo(expected);
        assertThatThrownBy(() -> tables.local(new RecordGrep(), "-D", RecordGrep.PATTERN + "="))
                .hasMessage(
                        "recordgrep.pattern is empty; set the text that records are to contain");
    }

    @Test
    void revenueIsSummedByNetworkAndBySource() throws Exception {
        BothFrameworks tables = new BothFrameworks(folder, InputKind.MANY_SOURCES, 300_000);
        Path index = index(tables, Tables.USER_VISITS, "visitDate", false);
        assertThat(sorted(tables.local(new RevenueByPrefix()))).isEqualTo(sums(tables.input(), 7));
        Map<JobTool, Integer> characters =
                Map.of(new RevenueBySource(), 15, new RevenueByPrefix(), 7);
        for (Map.Entry<JobTool, Integer> each : characters.entrySet()) {
            JobTool tool = each.getKey();
            List<String> expected = sums(tables.input(), each.getValue());
            assertThat(sorted(tables.millrace(tool))).isEqualTo(expected);
            assertThat(sorted(tables.millrace(tool, "-D", decoded()))).isEqualTo(expected);
            assertThat(paged(tool, tables, index)).isEqualTo(expected);
        }
    }

    private static List<String> sums(List<String> visits, int characters) {
        Map<String, Double> sums =
                visits.stream()
                        .map(line -> line.split("\\|", -1))
                        .collect(
                                groupingBy(
                                        fields ->
                                                fields[0].substring(
                                                        0,
                                                        Math.min(characters, fields[0].length())),
                                        TreeMap::new,
                                        summingDouble(fields -> Double.parseDouble(fields[3]))));
        return sums.entrySet().stream()
                .map(sum -> sum.getKey() + "\t" + sum.getValue())
                .sorted()
                .toList();
    }

    @Test
    void threeJobsAndOneWithAnIndexFindTheSourceWithTheGreatestRevenue() throws Exception {
        BothFrameworks tables = new BothFrameworks(folder, InputKind.VISITS_AND_RANKINGS, 500_000);
        String from = VisitDates.FROM + "=1999-01-01";
        List<String> expected = List.of(top(tables.input()));
        OutputTree local = tables.local(new RevenueJoin(), "-D", from);
        assertThat(local.lines("3-top/part")).isEqualTo(expected);
        for (String reading : List.of(Reading.KEY + "=split", decoded())) {
            OutputTree three = tables.millrace(new RevenueJoin(), "-D", from, "-D", reading);
            assertThat(three.lines("3-top/part")).isEqualTo(expected);
            assertThat(three.lines("1-joined/part"))
                    .containsExactlyInAnyOrderElementsOf(local.lines("1-joined/part"));
        }
        Path rankings = lines(tables, 3, "rankings");
        Path visits = lines(tables, 9, "visits");
        Path index = index(tables, visits, Tables.USER_VISITS, "visitDate", true);
        for (String framework : List.of("local", FRAMEWORK)) {
            assertThat(
                            run(
                                            new RevenueJoin(),
                                            tables.conf(framework),
                                            new org.apache.hadoop.fs.Path(rankings.toUri()),
                                            from,
                                            RevenueJoin.VISITS + "=" + index.toUri(),
                                            Reading.KEY + "=paged")
                                    .lines("part"))
                    .isEqualTo(expected);
        }
    }

    /** A file with the rows of one of the two tables. */
    private Path lines(BothFrameworks tables, int fields, String name) throws Exception {
        return Files.write(
                folder.resolve(name),
                tables.input().stream()
                        .filter(line -> line.split("\\|", -1).length == fields)
                        .toList());
    }

    private static String top(List<String> rows) {
        Map<String, Integer> ranks = new HashMap<>();
        Map<String, List<String[]>> visits = new TreeMap<>();
        for (String row : rows) {
            String[] fields = row.split("\\|", -1);
            if (fields.length == 3) {
                ranks.put(fields[0], Integer.valueOf(fields[1]));
            } else if (fields[2].compareTo("1999-01-01") >= 0
                    && fields[2].compareTo("2000-01-22") <= 0) {
                visits.computeIfAbsent(fields[0], source -> new ArrayList<>()).add(fields);
            }
        }
        visits.values().forEach(list -> list.removeIf(visit -> !ranks.containsKey(visit[1])));
        visits.values().removeIf(List::isEmpty);
        return visits.entrySet().stream()
                .max(
                        Comparator.<Map.Entry<String, List<String[]>>>comparingDouble(
                                        source -> revenue(source.getValue()))
                                .thenComparing(Map.Entry.comparingByKey(Comparator.reverseOrder())))
                .map(source ->
                        source.getKey()
                                + "\t"
                                + revenue(source.getValue())
                                + "\t"
                                + source.getValue().stream()
                                        .mapToInt(visit -> ranks.get(visit[1]))
                                        .average()
                                        .orElseThrow())
                .orElseThrow();
    }

    private static double revenue(List<String[]> visits) {
        return visits.stream().mapToDouble(visit -> Double.parseDouble(visit[3])).sum();
    }

    @Test
    void positionsOfColumnsAreThoseOfTheSchemas() {
        assertThat(Tables.PAGE_URL).isEqualTo(Tables.RANKINGS.indexOf("pageURL"));
        assertThat(Tables.PAGE_RANK).isEqualTo(Tables.RANKINGS.indexOf("pageRank"));
        assertThat(Tables.SOURCE_IP).isEqualTo(Tables.USER_VISITS.indexOf("sourceIP"));
        assertThat(Tables.DEST_URL).isEqualTo(Tables.USER_VISITS.indexOf("destURL"));
        assertThat(Tables.VISIT_DATE).isEqualTo(Tables.USER_VISITS.indexOf("visitDate"));
        assertThat(Tables.AD_REVENUE).isEqualTo(Tables.USER_VISITS.indexOf("adRevenue"));
    }

    @Test
    void aReadingThatDoesNotExistIsNamed() throws Exception {
        BothFrameworks tables = new BothFrameworks(folder, InputKind.RANKINGS, 10_000);
        assertThatThrownBy(() -> tables.local(new Selection(), "-D", Reading.KEY + "=fast"))
                .hasMessage("pavlo.reading is 'fast'; allowed: split, decoded, paged");
    }

    private static String decoded() {
        return Reading.KEY + "=decoded";
    }

    private Path index(BothFrameworks tables, Schema schema, String key, boolean sort)
            throws Exception {
        return index(tables, Path.of(tables.inputPath().toUri()), schema, key, sort);
    }

    private Path index(BothFrameworks tables, Path text, Schema schema, String key, boolean sort)
            throws Exception {
        Path index = folder.resolve("index-" + key + "-" + sort);
        Path file = Files.writeString(folder.resolve(key + ".schema"), schema.toString());
        Configuration conf = tables.conf(FRAMEWORK);
        conf.setInt("millrace.records.paged.page.bytes", 4096);
        IndexBuild.configure(conf, file.toUri().toString(), key, sort);
        String[] arguments = {text.toUri().toString(), index.toUri().toString()};
        assertThat(ToolRunner.run(conf, new IndexBuild(), arguments)).isZero();
        return index;
    }

    private List<String> paged(JobTool tool, BothFrameworks tables, Path index, String... options)
            throws Exception {
        List<String> all = new ArrayList<>(List.of(options));
        all.add(Reading.KEY + "=paged");
        return sorted(
                run(
                        tool,
                        tables,
                        new org.apache.hadoop.fs.Path(index.toUri()),
                        all.toArray(String[]::new)));
    }

    private OutputTree run(
            JobTool tool, BothFrameworks tables, org.apache.hadoop.fs.Path input, String... options)
            throws Exception {
        return run(tool, tables.conf(FRAMEWORK), input, options);
    }

    private OutputTree run(
            JobTool tool, Configuration conf, org.apache.hadoop.fs.Path input, String... options)
            throws Exception {
        Path output = Files.createTempDirectory(folder, "out").resolve("put");
        for (String option : options) {
            int end = option.indexOf('=');
            conf.set(option.substring(0, end), option.substring(end + 1));
        }
        String[] arguments = {input.toString(), output.toUri().toString()};
        assertThat(ToolRunner.run(conf, tool, arguments)).isZero();
        return OutputTree.read(new org.apache.hadoop.fs.Path(output.toUri()));
    }

    private static List<String> sorted(OutputTree tree) throws IOException {
        return tree.lines("part").stream().sorted().toList();
    }
}
