import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.StringTokenizer;
import java.util.TreeMap;
import org.apache.hadoop.examples.terasort.TeraInputFormat;
import org.apache.hadoop.examples.terasort.TeraOutputFormat;
import org.apache.hadoop.io.Text;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import scala.Tuple2;

/**
 * The workloads as one would write them with Spark's RDDs: {@code NAME INPUT OUTPUT}. They write the
 * lines that Hadoop's jobs do. Compiled against the Spark that is found, when it is measured.
 */
public final class SparkJobs {

    private static final int CLUSTERS = 10;
    private static final double DAMPING = 0.85;

    private final JavaSparkContext spark;
    private final String input;
    private final String output;

    private SparkJobs(JavaSparkContext spark, String input, String output) {
        this.spark = spark;
        this.input = input;
        this.output = output;
    }

    public static void main(String[] arguments) {
        String name = arguments[0];
        try (JavaSparkContext spark = new JavaSparkContext(new SparkConf().setAppName(name))) {
            SparkJobs jobs = new SparkJobs(spark, arguments[1], arguments[2]);
            switch (name) {
                case "wordcount" -> jobs.wordCount();
                case "bigrams" -> jobs.bigrams();
                case "groupby" -> jobs.groupBy();
                case "invertedindex" -> jobs.invertedIndex();
                case "terasort" -> jobs.teraSort();
                case "aggregation" -> jobs.aggregation();
                case "kmeans" -> jobs.kMeans();
                case "pagerank" -> jobs.pageRank();
                default -> throw new IllegalArgumentException("no job " + name);
            }
        }
    }

    private void wordCount() {
        save(
                spark.textFile(input)
                        .flatMap(SparkJobs::words)
                        .mapToPair(word -> new Tuple2<>(word, 1))
                        .reduceByKey(Integer::sum));
    }

    private static Iterator<String> words(String line) {
        StringTokenizer tokens = new StringTokenizer(line);
        List<String> words = new ArrayList<>();
        while (tokens.hasMoreTokens()) {
            words.add(tokens.nextToken());
        }
        return words.iterator();
    }

    private void bigrams() {
        save(
                spark.textFile(input)
                        .flatMap(SparkJobs::pairsOfWords)
                        .mapToPair(pair -> new Tuple2<>(pair, 1L))
                        .reduceByKey(Long::sum));
    }

    private static Iterator<String> pairsOfWords(String line) {
        StringTokenizer tokens = new StringTokenizer(line);
        List<String> pairs = new ArrayList<>();
        String first = tokens.hasMoreTokens() ? tokens.nextToken() : "";
        while (tokens.hasMoreTokens()) {
            String second = tokens.nextToken();
            pairs.add(first + " " + second);
            first = second;
        }
        return pairs.iterator();
    }

    private void groupBy() {
        save(
                spark.textFile(input)
                        .flatMap(SparkJobs::words)
                        .mapToPair(word -> new Tuple2<>(word.length(), word))
                        .groupByKey()
                        .mapValues(SparkJobs::numberAndLast));
    }

    private static String numberAndLast(Iterable<String> words) {
        long count = 0;
        String last = "";
        for (String word : words) {
            count++;
            last = word.compareTo(last) > 0 ? word : last;
        }
        return count + "\t" + last;
    }

    private void invertedIndex() {
        save(
                spark.textFile(input)
                        .flatMapToPair(SparkJobs::wordsAndDocument)
                        .groupByKey()
                        .mapValues(SparkJobs::postings));
    }

    private static Iterator<Tuple2<String, String>> wordsAndDocument(String line) {
        StringTokenizer tokens = new StringTokenizer(line);
        List<Tuple2<String, String>> pairs = new ArrayList<>();
        String document = tokens.hasMoreTokens() ? tokens.nextToken() : "";
        while (tokens.hasMoreTokens()) {
            pairs.add(new Tuple2<>(tokens.nextToken(), document));
        }
        return pairs.iterator();
    }

    private static String postings(Iterable<String> documents) {
        Map<String, Integer> counts = new TreeMap<>();
        documents.forEach(document -> counts.merge(document, 1, Integer::sum));
        StringBuilder list = new StringBuilder();
        counts.forEach((document, count) -> {
            list.append(list.length() == 0 ? "" : " ").append(document);
            list.append(':').append(count);
        });
        return list.toString();
    }

    private void teraSort() {
        spark.newAPIHadoopFile(
                        input,
                        TeraInputFormat.class,
                        Text.class,
                        Text.class,
                        spark.hadoopConfiguration())
                .mapToPair(record ->
                        new Tuple2<>(record._1().copyBytes(), record._2().copyBytes()))
                .sortByKey(new Unsigned(), true)
                .mapToPair(record -> new Tuple2<>(new Text(record._1()), new Text(record._2())))
                .saveAsNewAPIHadoopFile(output, Text.class, Text.class, TeraOutputFormat.class);
    }

    private static final class Unsigned implements Comparator<byte[]>, Serializable {

        private static final long serialVersionUID = 1;

        @Override
        public int compare(byte[] one, byte[] other) {
            return Arrays.compareUnsigned(one, other);
        }
    }

    private void aggregation() {
        save(
                spark.textFile(input)
                        .mapToPair(SparkJobs::sourceAndRevenue)
                        .reduceByKey(Double::sum));
    }

    private static Tuple2<String, Double> sourceAndRevenue(String visit) {
        int sourceEnd = visit.indexOf('|');
        int pageEnd = visit.indexOf('|', sourceEnd + 1);
        int dateEnd = visit.indexOf('|', pageEnd + 1);
        int revenueEnd = visit.indexOf('|', dateEnd + 1);
        return new Tuple2<>(
                visit.substring(0, sourceEnd),
                Double.valueOf(visit.substring(dateEnd + 1, revenueEnd)));
    }

    /** One iteration: sums and, last, the number of points of each cluster. */
    private void kMeans() {
        JavaRDD<double[]> points = spark.textFile(input).map(SparkVectors::numbers);
        double[] centres = SparkVectors.joined(points.take(CLUSTERS).toArray(new double[0][]));
        save(
                points.mapToPair(point ->
                                new Tuple2<>(
                                        SparkVectors.nearest(centres, point),
                                        Arrays.copyOf(point, point.length + 1)))
                        .mapValues(sum -> {
                            sum[sum.length - 1] = 1;
                            return sum;
                        })
                        .reduceByKey(SparkJobs::added)
                        .mapValues(SparkJobs::mean));
    }

    private static double[] added(double[] sum, double[] other) {
        for (int i = 0; i < sum.length; i++) {
            sum[i] += other[i];
        }
        return sum;
    }

    private static String mean(double[] sum) {
        StringBuilder text = new StringBuilder();
        double count = sum[sum.length - 1];
        for (int i = 0; i < sum.length - 1; i++) {
            text.append(i == 0 ? "" : " ").append(sum[i] / count);
        }
        return text.toString();
    }

    /** One iteration; pages keep their links through a join. */
    private void pageRank() {
        JavaPairRDD<String, String[]> pages =
                spark.textFile(input)
                        .mapToPair(line -> {
                            String[] parts = line.split("\t", -1);
                            return new Tuple2<>(parts[0], new String[] {parts[1], parts[2]});
                        });
        JavaPairRDD<String, Double> received =
                pages.flatMapToPair(SparkJobs::shares).reduceByKey(Double::sum);
        save(
                pages.mapValues(page -> page[1])
                        .fullOuterJoin(received)
                        .mapValues(both ->
                                1
                                        - DAMPING
                                        + DAMPING * both._2().or(0.0)
                                        + "\t"
                                        + both._1().or("")));
    }

    private static Iterator<Tuple2<String, Double>> shares(Tuple2<String, String[]> page) {
        double rank = Double.parseDouble(page._2()[0]);
        StringTokenizer targets = new StringTokenizer(page._2()[1]);
        int count = targets.countTokens();
        List<Tuple2<String, Double>> shares = new ArrayList<>();
        if (count == 0) {
            shares.add(new Tuple2<>(page._1(), rank));
        }
        while (targets.hasMoreTokens()) {
            shares.add(new Tuple2<>(targets.nextToken(), rank / count));
        }
        return shares.iterator();
    }

    /** As Hadoop writes records as text. */
    private <V> void save(JavaPairRDD<?, V> records) {
        records.map(record -> record._1() + "\t" + record._2()).saveAsTextFile(output);
    }
}
