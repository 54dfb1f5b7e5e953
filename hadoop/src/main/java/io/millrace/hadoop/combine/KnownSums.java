package io.millrace.hadoop.combine;

import io.millrace.engine.record.Combiner.Accumulator;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.FloatWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether a combiner is known to do nothing but add up numbers: its compiled code is that of
 * one of the {@link SumTemplates} or {@link FractionTemplates}. Sums may be made where the values
 * lie: those of {@code int} and {@code long} do not depend on order or grouping, and {@code float}
 * and {@code double} are added in the order in which the combiner would get them, from a buffer
 * that is full when it is full.
 */
final class KnownSums {

    /** A kind of sum: of which values, how it is written, and what makes it where they lie. */
    private record Sum(
            Class<?> valueClass,
            List<Class<?>> templates,
            Function<CombineCounts, Accumulator> accumulator) {}

    private static final List<Sum> SUMS =
            List.of(
                    new Sum(IntWritable.class, SumTemplates.INTS, IntSum::new),
                    new Sum(LongWritable.class, SumTemplates.LONGS, LongSum::new),
                    new Sum(FloatWritable.class, FractionTemplates.FLOATS, FloatSum::new),
                    new Sum(DoubleWritable.class, FractionTemplates.DOUBLES, DoubleSum::new));

    private static final ClassValue<Optional<Sum>> SUM_OF =
            new ClassValue<>() {
                @Override
                protected Optional<Sum> computeValue(Class<?> combiner) {
                    return Optional.ofNullable(ClassShape.of(combiner)).map(Shapes.KNOWN::get);
                }
            };

    private KnownSums() {}

    /**
     * What does the work of {@code combiner} on serialized values of {@code valueClass}, or null if
     * the combiner has to do it.
     */
    static @Nullable Function<CombineCounts, Accumulator> of(
            Class<?> combiner, Class<?> keyClass, Class<?> valueClass) {
        Sum sum = SUM_OF.get(combiner).orElse(null);
        return sum != null && sum.valueClass == valueClass && takesKey(combiner, keyClass)
                ? sum.accumulator
                : null;
    }

    /**
     * Whether keys of this class are what {@code combiner} declares, others it would refuse; and
     * whether its method is Hadoop's at all: without type arguments a {@code reduce} of some key
     * class is a method of its own, which nobody calls.
     */
    private static boolean takesKey(Class<?> combiner, Class<?> keyClass) {
        List<Method> methods =
                Arrays.stream(combiner.getDeclaredMethods())
                        .filter(method -> method.getName().equals("reduce"))
                        .toList();
        return methods.stream().anyMatch(method -> method.getParameterTypes()[0] == Object.class)
                && methods.stream()
                        .filter(method -> !method.isBridge())
                        .allMatch(
                                method -> method.getParameterTypes()[0].isAssignableFrom(keyClass));
    }

    /** The shapes of the templates, made when first asked for. */
    private static final class Shapes {

        static final Map<String, Sum> KNOWN = new HashMap<>();

        static {
            for (Sum sum : SUMS) {
                for (Class<?> template : sum.templates) {
                    KNOWN.put(ClassShape.of(template), sum);
                }
            }
        }
    }
}
