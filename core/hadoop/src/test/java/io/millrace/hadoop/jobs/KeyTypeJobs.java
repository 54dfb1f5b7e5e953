package io.millrace.hadoop.jobs;

import io.millrace.hadoop.testing.JobCase;
import java.io.IOException;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.io.BooleanWritable;
import org.apache.hadoop.io.ByteWritable;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.FloatWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.MD5Hash;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.ShortWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.VIntWritable;
import org.apache.hadoop.io.VLongWritable;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableComparable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;

/** Every key class that Hadoop brings an order for, with the values where orders go wrong. */
@SuppressWarnings(
        "SameNameButDifferent") // Context is what Hadoop calls it, in mappers and reducers
public final class KeyTypeJobs {
    private static final String KEY_TYPE = "test.key.type";
    private static final long SEED = 4711;

    private KeyTypeJobs() {}

    /** The key classes, each with a way to make a key out of random numbers. */
    private enum KeyType {
        TEXT(Text.class) {
            @Override
            Writable make(Random random) {
                return new Text(text(random));
            }
        },
        BYTES(BytesWritable.class) {
            @Override
            Writable make(Random random) {
                return new BytesWritable(bytes(random));
            }
        },
        INT(IntWritable.class) {
            @Override
            Writable make(Random random) {
                return new IntWritable((int) number(random));
            }
        },
        LONG(LongWritable.class) {
            @Override
            Writable make(Random random) {
                return new LongWritable(number(random));
            }
        },
        VINT(VIntWritable.class) {
            @Override
            Writable make(Random random) {
                return new VIntWritable((int) number(random));
            }
        },
        VLONG(VLongWritable.class) {
            @Override
            Writable make(Random random) {
                return new VLongWritable(number(random));
            }
        },
        SHORT(ShortWritable.class) {
            @Override
            Writable make(Random random) {
                return new ShortWritable((short) number(random));
            }
        },
        BYTE(ByteWritable.class) {
            @Override
            Writable make(Random random) {
                return new ByteWritable((byte) number(random));
            }
        },
        BOOLEAN(BooleanWritable.class) {
            @Override
            Writable make(Random random) {
                return new BooleanWritable(random.nextBoolean());
            }
        },
        FLOAT(FloatWritable.class) {
            @Override
            Writable make(Random random) {
                return new FloatWritable((float) fraction(random));
            }
        },
        DOUBLE(DoubleWritable.class) {
            @Override
            Writable make(Random random) {
                return new DoubleWritable(fraction(random));
            }
        },
        MD5(MD5Hash.class) {
            @Override
            Writable make(Random random) {
                return MD5Hash.digest(new byte[] {(byte) random.nextInt(300)});
            }
        },
        NULL(NullWritable.class) {
            @Override
            Writable make(Random random) {
                return NullWritable.get();
            }
        };

        private final Class<? extends WritableComparable<?>> keyClass;

        @SuppressWarnings("unchecked")
        KeyType(Class<?> keyClass) {
            this.keyClass = (Class<? extends WritableComparable<?>>) keyClass;
        }

        abstract Writable make(Random random);
    }

    /** A job for each key class. */
    public static Stream<JobCase> all() {
        return Stream.of(KeyType.values()).map(KeyTypeJobs::of);
    }

    private static JobCase of(KeyType type) {
        return JobCase.of(
                "key-type-" + type.name().toLowerCase(Locale.ROOT),
                JobCase.Input.NONE,
                run -> {
                    Job job = run.newJob("key type " + type);
                    SyntheticInput.set(job.getConfiguration(), 3, 3000);
                    job.getConfiguration().set(KEY_TYPE, type.name());
                    job.setInputFormatClass(SyntheticInput.class);
                    job.setMapperClass(Keys.class);
                    job.setReducerClass(Count.class);
                    job.setMapOutputKeyClass(type.keyClass);
                    job.setMapOutputValueClass(IntWritable.class);
                    job.setOutputKeyClass(Text.class);
                    job.setOutputValueClass(Text.class);
                    job.setNumReduceTasks(type == KeyType.NULL ? 1 : 2);
                    run.finish(job);
                });
    }

    /**
     * Close together in length and in the first eight bytes; with zero bytes and multi-byte
     * characters.
     */
    private static String text(Random random) {
        String[] pieces = {
            "", "a", "\0", "prefix ", "prefix-8", "\u00fc", "\uD83D\uDE00", "zz", "\uffee"
        };
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(4); i > 0; i--) {
            text.append(pieces[random.nextInt(pieces.length)]);
        }
        return text.toString();
    }

    /** Short strings of few, signed and zero bytes, and long ones. */
    private static byte[] bytes(Random random) {
        byte[] few = {0, 0, 1, -1, 127, -128};
        byte[] bytes =
                new byte[random.nextInt(20) == 0 ? 200 + random.nextInt(3) : random.nextInt(10)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = i > 12 ? 7 : few[random.nextInt(few.length)];
        }
        return bytes;
    }

    /** Near zero, near the ends of int and long, and anywhere. */
    private static long number(Random random) {
        long near = random.nextInt(5) - 2L;
        return switch (random.nextInt(6)) {
            case 0 -> Long.MAX_VALUE + near;
            case 1 -> Integer.MAX_VALUE + near;
            case 2 -> near * 128L;
            case 3 -> random.nextLong() >> random.nextInt(64);
            default -> near;
        };
    }

    /** All that floating point has to offer. */
    private static double fraction(Random random) {
        return switch (random.nextInt(8)) {
            case 0 -> Double.NaN;
            case 1 -> Double.POSITIVE_INFINITY;
            case 2 -> Double.NEGATIVE_INFINITY;
            case 3 -> random.nextBoolean() ? 0.0 : -0.0;
            case 4 -> Double.MIN_VALUE * (random.nextInt(3) - 1);
            default -> random.nextInt(50) / 7.0 - 3;
        };
    }

    /** Random keys of the configured class; the same for the same split. */
    public static final class Keys
            extends Mapper<IntWritable, LongWritable, Writable, IntWritable> {
        private final IntWritable one = new IntWritable(1);
        private Random random = new Random(SEED);
        private KeyType type = KeyType.NULL;

        @Override
        protected void setup(Context context) {
            type = KeyType.valueOf(context.getConfiguration().get(KEY_TYPE));
        }

        @Override
        protected void map(IntWritable split, LongWritable number, Context context)
                throws IOException, InterruptedException {
            if (number.get() == 0) {
                random = new Random(SEED + split.get());
            }
            context.write(type.make(random), one);
        }
    }

    /** Shows each key and how often it came. */
    public static final class Count extends Reducer<Writable, IntWritable, Text, Text> {
        @Override
        protected void reduce(Writable key, Iterable<IntWritable> values, Context context)
                throws IOException, InterruptedException {
            int count = 0;
            for (IntWritable value : values) {
                count += value.get();
            }
            context.write(new Text(key.toString()), new Text(Integer.toString(count)));
        }
    }
}
