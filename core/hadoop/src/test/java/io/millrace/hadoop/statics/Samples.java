package io.millrace.hadoop.statics;

import java.io.IOException;
import java.text.SimpleDateFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapreduce.Mapper;

/** Mappers with statics of all kinds. */
@SuppressWarnings({"UnusedVariable", "DateFormatConstant", "JavaUtilDate"}) // as users write them
final class Samples {

    static String setByTheDriver = "";

    private Samples() {}

    static void driver(String value) {
        setByTheDriver = value;
        SetByTheDriver.separator = value;
    }

    abstract static class Base extends Mapper<LongWritable, Text, Text, IntWritable> {}

    /** The word count of every tutorial. */
    static final class EmitsOne extends Base {
        private static final IntWritable ONE = new IntWritable(1);
        private final Text word = new Text();

        @Override
        protected void map(LongWritable key, Text value, Context context)
                throws IOException, InterruptedException {
            IntWritable one = ONE;
            context.write(word, one);
        }
    }

    static final class LooksAtConstants extends Base {
        private static final Log LOG = LogFactory.getLog(LooksAtConstants.class);
        private static final Pattern SPACE = Pattern.compile(" ");
        private static final String[] NAMES = {"a", "b"};
        private static final int[][] WEIGHTS = {{1, 2}, {3, 4}};
        private static final Set<String> STOP = new HashSet<>(Arrays.asList(NAMES));
        private static final Map<String, Integer> NUMBERS = new HashMap<>();
        private static final CountDownLatch BEGUN = new CountDownLatch(1);
        private static final ThreadLocal<StringBuilder> BUFFER =
                ThreadLocal.withInitial(StringBuilder::new);
        private static final Point ORIGIN = new Point(0, 0);

        static {
            NUMBERS.put("one", 1);
        }

        private enum Kind {
            GOOD,
            BAD
        }

        private static final class Point {
            private final int x;
            private final int y;

            Point(int x, int y) {
                this.x = x;
                this.y = y;
            }

            int sum() {
                return x + y;
            }
        }

        @Override
        protected void map(LongWritable key, Text value, Context context) {
            assert key != null;
            BEGUN.countDown();
            LOG.debug(value);
            int sum = 0;
            for (int[] row : WEIGHTS) {
                for (int weight : row) {
                    sum += weight;
                }
            }
            for (String name : NAMES) {
                if (STOP.contains(name) && SPACE.matcher(name).find()) {
                    sum += NUMBERS.get(name) + ORIGIN.sum();
                }
            }
            for (Kind kind : Kind.values()) {
                switch (kind) {
                    case GOOD -> sum++;
                    case BAD -> sum--;
                }
            }
            BUFFER.get().append(sum);
            context.getCounter(Kind.GOOD).increment(sum);
        }
    }

    /** What only the driver sets, before the job, is a constant for the tasks. */
    static final class SetByTheDriver extends Base {
        static String separator = ",";

        @Override
        protected void map(LongWritable key, Text value, Context context) {
            context.setStatus(separator + setByTheDriver);
        }
    }

    static final class Counts extends Base {
        private static int count;

        @Override
        protected void map(LongWritable key, Text value, Context context) {
            count++;
        }
    }

    static final class SetsAConstant extends Base {
        private static final IntWritable NUMBER = new IntWritable();

        @Override
        protected void map(LongWritable key, Text value, Context context)
                throws IOException, InterruptedException {
            NUMBER.set(value.getLength());
            context.write(value, NUMBER);
        }
    }

    static final class FillsABuffer extends Base {
        private static final byte[] BUFFER = new byte[10];

        @Override
        protected void map(LongWritable key, Text value, Context context) {
            byte[] buffer = BUFFER;
            buffer[0] = 1;
        }
    }

    static final class AddsToAListInAMap extends Base {
        private static final Map<String, List<String>> LISTS = new HashMap<>();

        static {
            LISTS.put("all", new ArrayList<>());
        }

        @Override
        protected void map(LongWritable key, Text value, Context context) {
            LISTS.get("all").add(value.toString());
        }
    }

    static final class Formats extends Base {
        private static final SimpleDateFormat FORMAT = new SimpleDateFormat("yyyy");

        @Override
        protected void map(LongWritable key, Text value, Context context) {
            context.setStatus(FORMAT.format(new Date()));
        }
    }

    static final class CountsAtomically extends Base {
        private static final AtomicInteger NEXT = new AtomicInteger();

        @Override
        protected void map(LongWritable key, Text value, Context context) {
            NEXT.getAndIncrement();
        }
    }

    static final class KeepsTheCollector extends Base {
        private static OutputCollector<Text, IntWritable> collector;

        @Override
        protected void setup(Context context) {
            collector = (key, value) -> {};
        }

        @Override
        protected void map(LongWritable key, Text value, Context context) throws IOException {
            collector.collect(value, new IntWritable());
        }
    }

    /** A singleton in another class, two calls away. */
    static final class UsesASingleton extends Base {
        @Override
        protected void map(LongWritable key, Text value, Context context) {
            help(value);
        }

        private static void help(Text value) {
            Singleton.instance().last = value.toString();
        }
    }

    static final class Singleton {
        private static final Singleton INSTANCE = new Singleton();
        String last = "";

        static Singleton instance() {
            return INSTANCE;
        }
    }

    /** Found by its name only. */
    static final class LoadsByName extends Base {
        @Override
        protected void map(LongWritable key, Text value, Context context) throws IOException {
            try {
                Class.forName("io.millrace.hadoop.statics.Samples$Counts")
                        .getDeclaredConstructor()
                        .newInstance();
            } catch (ReflectiveOperationException e) {
                throw new IOException(e);
            }
        }
    }

    static final class HandsAConstantOn extends Base {
        private static final Text SHARED = new Text("x");

        @Override
        protected void map(LongWritable key, Text value, Context context) {
            change(SHARED);
        }

        private static void change(Text text) {
            text.set("y");
        }
    }

    /** In a lambda, where no analysis of the method itself would see it. */
    static final class CountsInALambda extends Base {
        private static long total;

        @Override
        protected void map(LongWritable key, Text value, Context context) {
            List.of(1, 2).forEach(each -> total += each);
        }
    }
}
