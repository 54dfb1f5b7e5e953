import java.util.Collection;
import java.util.Locale;
import org.apache.crunch.DoFn;
import org.apache.crunch.Emitter;
import org.apache.crunch.MapFn;
import org.apache.crunch.PCollection;
import org.apache.crunch.PTable;
import org.apache.crunch.Pair;
import org.apache.crunch.Pipeline;
import org.apache.crunch.fn.Aggregators;
import org.apache.crunch.impl.mr.MRPipeline;
import org.apache.crunch.lib.Cogroup;
import org.apache.crunch.lib.Distinct;
import org.apache.crunch.lib.Join;
import org.apache.crunch.lib.SecondarySort;
import org.apache.crunch.lib.Set;
import org.apache.crunch.lib.Sort;
import org.apache.crunch.lib.join.BloomFilterJoinStrategy;
import org.apache.crunch.lib.join.DefaultJoinStrategy;
import org.apache.crunch.lib.join.JoinType;
import org.apache.crunch.lib.join.MapsideJoinStrategy;
import org.apache.crunch.types.writable.Writables;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/**
 * Pipelines of several jobs each, over lines of text: {@code NAME INPUT OUTPUT}. What they write
 * does not depend on the order of equal keys.
 */
public final class Pipelines extends Configured implements Tool {

    /** The words of a line, in lower case. */
    static final class Words extends DoFn<String, String> {
        @Override
        public void process(String line, Emitter<String> words) {
            for (String word : line.split("\\W+")) {
                if (!word.isEmpty()) {
                    words.emit(word.toLowerCase(Locale.ROOT));
                }
            }
        }
    }

    /** A word under its first letter. */
    static final class ByInitial extends MapFn<String, Pair<String, String>> {
        @Override
        public Pair<String, String> map(String word) {
            return Pair.of(word.substring(0, 1), word);
        }
    }

    /** The shortest and the longest words of a letter, which arrive in the order of their lengths. */
    static final class Extremes
            extends DoFn<Pair<String, Iterable<Pair<Integer, String>>>, String> {
        @Override
        public void process(
                Pair<String, Iterable<Pair<Integer, String>>> group, Emitter<String> lines) {
            int shortest = 0;
            int longest = 0;
            long count = 0;
            for (Pair<Integer, String> word : group.second()) {
                shortest = count++ == 0 ? word.first() : shortest;
                longest = word.first();
            }
            lines.emit(group.first() + " " + shortest + " " + longest + " " + count);
        }
    }

    /** What the secondary sort takes: letter, then length and word. */
    static final class ByLength extends MapFn<String, Pair<String, Pair<Integer, String>>> {
        @Override
        public Pair<String, Pair<Integer, String>> map(String word) {
            return Pair.of(word.substring(0, 1), Pair.of(word.length(), word));
        }
    }

    /** The sizes of both sides of a group. */
    static final class Sizes
            extends MapFn<Pair<String, Pair<Collection<Long>, Collection<String>>>, String> {
        @Override
        public String map(Pair<String, Pair<Collection<Long>, Collection<String>>> group) {
            return group.first()
                    + " "
                    + group.second().first().size()
                    + " "
                    + group.second().second().size();
        }
    }

    private PCollection<String> words;

    private PTable<String, String> initials(PCollection<String> of) {
        return of.parallelDo(
                new ByInitial(), Writables.tableOf(Writables.strings(), Writables.strings()));
    }

    /** How many words each letter begins. */
    private PTable<String, Long> letters() {
        return initials(words).keys().count();
    }

    private PCollection<?> pipeline(String name) {
        PCollection<String> distinct = Distinct.distinct(words);
        switch (name) {
            case "count":
                return words.count();
            case "sum":
                return words.count().groupByKey(3).combineValues(Aggregators.SUM_LONGS());
            case "top":
                return words.count().top(1);
            case "distinct":
                return distinct;
            case "union":
                return words.union(distinct).count();
            case "sort":
                return Sort.sort(distinct, 3, Sort.Order.DESCENDING);
            case "secondary-sort":
                return SecondarySort.sortAndApply(
                        words.parallelDo(
                                new ByLength(),
                                Writables.tableOf(
                                        Writables.strings(),
                                        Writables.pairs(Writables.ints(), Writables.strings()))),
                        new Extremes(),
                        Writables.strings());
            case "join":
                return Join.innerJoin(letters(), initials(distinct));
            case "full-join":
                return new DefaultJoinStrategy<String, Long, String>(2)
                        .join(letters(), initials(distinct), JoinType.FULL_OUTER_JOIN);
            case "map-side-join":
                return MapsideJoinStrategy.<String, String, Long>create()
                        .join(initials(distinct), letters(), JoinType.INNER_JOIN);
            case "bloom-join":
                return new BloomFilterJoinStrategy<String, Long, String>(100)
                        .join(letters(), initials(distinct), JoinType.INNER_JOIN);
            case "cogroup":
                return Cogroup.cogroup(letters(), initials(distinct))
                        .parallelDo(new Sizes(), Writables.strings());
            case "difference":
                return Set.difference(distinct, letters().keys());
            default:
                throw new IllegalArgumentException("no pipeline is called " + name);
        }
    }

    @Override
    public int run(String[] arguments) {
        Pipeline pipeline = new MRPipeline(Pipelines.class, getConf());
        words =
                pipeline.readTextFile(arguments[1]).parallelDo(new Words(), Writables.strings());
        pipeline.writeTextFile(pipeline(arguments[0]), arguments[2]);
        return pipeline.done().succeeded() ? 0 : 1;
    }

    /** Runs one. */
    public static void main(String[] arguments) throws Exception {
        System.exit(ToolRunner.run(new Pipelines(), arguments));
    }
}
