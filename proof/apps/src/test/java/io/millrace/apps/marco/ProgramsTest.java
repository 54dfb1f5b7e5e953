package io.millrace.apps.marco;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.apps.job.JobTool;
import io.millrace.apps.testing.BothFrameworks;
import io.millrace.verify.OutputTree;
import io.millrace.workloads.input.InputKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What each program writes, against the same worked out in memory. */
class ProgramsTest {

    private static final int CLUSTERS = 3;

    @TempDir Path folder;

    @Test
    void frequentWordsAreListedByHostAndRareOnesAreLeftOut() throws Exception {
        BothFrameworks frameworks = new BothFrameworks(folder, InputKind.HOST_PAGES, 400_000);
        Map<String, Map<String, Integer>> hosts = new TreeMap<>();
        for (String line : frameworks.input()) {
            String[] words = line.split("[\t ]", -1);
            for (String word : List.of(words).subList(1, words.length)) {
                hosts.computeIfAbsent(words[0], host -> new TreeMap<>())
                        .merge(word, 1, Integer::sum);
            }
        }
        hosts.values().forEach(words -> words.values().removeIf(count -> count < 5));
        hosts.values().removeIf(Map::isEmpty);
        assertThat(hosts).isNotEmpty();
        assertThat(sorted(frameworks.both(new TermVector(), "-D", TermVector.MINIMUM + "=5")))
                .isEqualTo(ranked(hosts));
    }

    @Test
    void documentsAreListedByWordWithTheHighestCountFirst() throws Exception {
        BothFrameworks frameworks = new BothFrameworks(folder, InputKind.OCCURRENCES, 300_000);
        Map<String, Map<String, Integer>> postings = new TreeMap<>();
        for (String line : frameworks.input()) {
            String[] parts = line.split("[:\t]", -1);
            postings.computeIfAbsent(parts[0], word -> new TreeMap<>())
                    .put(parts[1], Integer.valueOf(parts[2]));
        }
        assertThat(sorted(frameworks.both(new RankedIndex()))).isEqualTo(ranked(postings));
    }

    /** Each key with its names by count, then by name. */
    private static List<String> ranked(Map<String, Map<String, Integer>> counts) {
        return counts.entrySet().stream()
                .map(entry ->
                        entry.getKey()
                                + "\t"
                                + entry.getValue().entrySet().stream()
                                        .sorted(
                                                Map.Entry.<String, Integer>comparingByValue()
                                                        .reversed()
                                                        .thenComparing(Map.Entry.comparingByKey()))
                                        .map(name -> name.getKey() + ":" + name.getValue())
                                        .collect(joining(" ")))
                .sorted()
                .toList();
    }

    @Test
    void linksAreListedOnceInBothDirections() throws Exception {
        BothFrameworks frameworks = new BothFrameworks(folder, InputKind.EDGES, 200_000);
        Map<Long, List<Set<Long>>> links = new TreeMap<>();
        for (String line : frameworks.input()) {
            long from = Long.parseLong(line.substring(0, 8));
            long to = Long.parseLong(line.substring(9));
            links.computeIfAbsent(to, page -> List.of(new TreeSet<>(), new TreeSet<>()))
                    .get(0)
                    .add(from);
            links.computeIfAbsent(from, page -> List.of(new TreeSet<>(), new TreeSet<>()))
                    .get(1)
                    .add(to);
        }
        List<String> expected = new ArrayList<>();
        links.forEach((page, lists) ->
                expected.add(page + "\tfrom:" + text(lists.get(0)) + " to:" + text(lists.get(1))));
        assertThat(sorted(frameworks.both(new AdjacencyList())))
                .isEqualTo(expected.stream().sorted().toList());
    }

    private static String text(Set<Long> pages) {
        return pages.stream().map(String::valueOf).collect(joining(","));
    }

    /** A movie, read and compared without the programs' classes. */
    private record Rated(long number, Map<Integer, Integer> ratings, String text) {

        static Rated of(String line) {
            Map<Integer, Integer> ratings = new TreeMap<>();
            for (String rating : line.substring(line.indexOf('\t') + 1).split(",", -1)) {
                String[] parts = rating.split(":", -1);
                ratings.put(Integer.valueOf(parts[0]), Integer.valueOf(parts[1]));
            }
            return new Rated(Long.parseLong(line.substring(0, line.indexOf('\t'))), ratings, line);
        }

        private double length() {
            return Math.sqrt(ratings.values().stream().mapToInt(each -> each * each).sum());
        }

        double cosine(Rated other) {
            int product = 0;
            for (Map.Entry<Integer, Integer> rating : ratings.entrySet()) {
                product += rating.getValue() * other.ratings.getOrDefault(rating.getKey(), 0);
            }
            return product / (length() * other.length());
        }

        int nearest(List<Rated> centroids) {
            int nearest = 0;
            for (int i = 1; i < centroids.size(); i++) {
                if (cosine(centroids.get(i)) > cosine(centroids.get(nearest))) {
                    nearest = i;
                }
            }
            return nearest;
        }

        double average() {
            return ratings.values().stream().mapToInt(Integer::intValue).average().orElseThrow();
        }
    }

    private BothFrameworks movies() throws Exception {
        return new BothFrameworks(folder, InputKind.MOVIES, 300_000);
    }

    private static List<Rated> read(BothFrameworks frameworks) throws Exception {
        return frameworks.input().stream().map(Rated::of).toList();
    }

    @Test
    void moviesAreAssignedToTheMostSimilarOfTheFirst() throws Exception {
        BothFrameworks frameworks = movies();
        List<Rated> movies = read(frameworks);
        String[] options = {"-D", MovieCentroids.CLUSTERS + "=" + CLUSTERS};
        List<String> expected =
                movies.stream()
                        .map(movie ->
                                movie.nearest(movies.subList(0, CLUSTERS)) + "\t" + movie.number())
                        .sorted()
                        .toList();
        assertThat(sorted(frameworks.local(new Classification(), options))).isEqualTo(expected);
        assertThat(sorted(frameworks.millrace(new Classification(), options))).isEqualTo(expected);
    }

    @Test
    void theMovieOfAverageSimilarityIsTheNextCentroid() throws Exception {
        BothFrameworks frameworks = movies();
        List<Rated> movies = read(frameworks);
        OutputTree output =
                frameworks.both(
                        new MovieKMeans(),
                        "-D",
                        MovieCentroids.CLUSTERS + "=" + CLUSTERS,
                        "-iterations",
                        "2");
        List<Rated> centroids = movies.subList(0, CLUSTERS);
        for (int iteration = 1; iteration <= 2; iteration++) {
            Map<Integer, List<Rated>> clusters = clusters(movies, centroids);
            assertThat(clusters).hasSize(CLUSTERS);
            List<String> expected = new ArrayList<>();
            List<Rated> next = new ArrayList<>();
            for (Map.Entry<Integer, List<Rated>> cluster : clusters.entrySet()) {
                cluster.getValue()
                        .forEach(movie -> expected.add(cluster.getKey() + "\t" + movie.text()));
                next.add(average(cluster.getValue(), centroids.get(cluster.getKey())));
            }
            String directory = "iteration-0" + iteration;
            assertThat(output.lines(directory + "/part").stream().sorted())
                    .isEqualTo(expected.stream().sorted().toList());
            centroids = next;
            assertThat(
                            output.lines(directory + "/centroids").stream()
                                    .sorted()
                                    .map(line -> Rated.of(line.substring(2)).number()))
                    .isEqualTo(next.stream().map(Rated::number).toList());
        }
    }

    private static Map<Integer, List<Rated>> clusters(List<Rated> movies, List<Rated> centroids) {
        Map<Integer, List<Rated>> clusters = new TreeMap<>();
        for (Rated movie : movies) {
            clusters.computeIfAbsent(movie.nearest(centroids), c -> new ArrayList<>()).add(movie);
        }
        return clusters;
    }

    /** The movie whose similarity to the centroid is closest to the average. */
    private static Rated average(List<Rated> cluster, Rated centroid) {
        double average = cluster.stream().mapToDouble(centroid::cosine).average().orElseThrow();
        return cluster.stream()
                .min(
                        Comparator.comparingDouble(
                                movie -> Math.abs(movie.cosine(centroid) - average)))
                .orElseThrow();
    }

    @Test
    void moviesAreCountedByTheirAverageRating() throws Exception {
        BothFrameworks frameworks = movies();
        Map<Double, Integer> averages = new TreeMap<>();
        for (Rated movie : read(frameworks)) {
            double bin = Math.min(Math.floor(movie.average() * 2) / 2, 4.5);
            averages.merge(bin, 1, Integer::sum);
        }
        assertThat(averages).hasSizeBetween(7, 8);
        assertThat(sorted(frameworks.both(new MovieHistogram()))).isEqualTo(lines(averages));
    }

    @Test
    void ratingsAreCountedByValue() throws Exception {
        BothFrameworks frameworks = movies();
        Map<Integer, Integer> values = new TreeMap<>();
        for (Rated movie : read(frameworks)) {
            movie.ratings().values().forEach(rating -> values.merge(rating, 1, Integer::sum));
        }
        assertThat(sorted(frameworks.both(new RatingHistogram()))).isEqualTo(lines(values));
    }

    @Test
    void aLineThatIsNoRecordIsAnErrorThatNamesIt() throws Exception {
        assertThatLine("the d1 3", new RankedIndex(), "is not WORD:DOCUMENT, a tab, and a count");
        assertThatLine("1 2", new AdjacencyList(), "is not two page numbers with a tab between");
        assertThatLine("1\t7:3,2:4", new RatingHistogram(), "rater 2 comes after rater 7");
        assertThatLine("1\t7", new RatingHistogram(), "a rating has no colon");
    }

    private void assertThatLine(String line, JobTool tool, String problem) throws Exception {
        BothFrameworks frameworks = new BothFrameworks(folder, InputKind.TEXT, 100);
        Files.writeString(folder.resolve("input"), line + "\n");
        Job job =
                tool.firstJob(
                        frameworks.conf("millrace"),
                        frameworks.inputPath(),
                        new org.apache.hadoop.fs.Path(folder.resolve("out-" + line).toUri()));
        assertThat(job.waitForCompletion(false)).isFalse();
        assertThat(job.getStatus().getFailureInfo())
                .contains("the line at byte 0 of ", folder.resolve("input").toString(), problem);
    }

    @Test
    void tooFewMoviesForTheClustersAreAnError() throws Exception {
        BothFrameworks frameworks = movies();
        assertThatThrownBy(() ->
                        frameworks.local(
                                new MovieKMeans(), "-D", MovieCentroids.CLUSTERS + "=100000"))
                .hasMessageContaining("100000 clusters need as many; set movies.clusters");
    }

    private static List<String> sorted(OutputTree output) throws Exception {
        return output.lines("part").stream().sorted().toList();
    }

    private static List<String> lines(Map<?, ?> expected) {
        return expected.entrySet().stream()
                .map(entry -> entry.getKey() + "\t" + entry.getValue())
                .sorted()
                .toList();
    }
}
