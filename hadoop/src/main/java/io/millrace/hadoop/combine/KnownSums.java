package io.millrace.hadoop.combine;

import io.millrace.engine.record.Combiner.Accumulator;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether a combiner is known to do nothing but add up whole numbers: its compiled code is
 * that of one of the {@link SumTemplates}. Sums of {@code int} and {@code long} do not depend on
 * order or grouping, so they may be made where the values lie.
 */
final class KnownSums {

    private static final ClassValue<Set<Class<?>>> SUMMED =
            new ClassValue<>() {
                @Override
                protected Set<Class<?>> computeValue(Class<?> combiner) {
                    return summedBy(combiner);
                }
            };

    private KnownSums() {}

    /**
     * What does the work of {@code combiner} on serialized values of {@code valueClass}, or null if
     * the combiner has to do it.
     */
    static @Nullable Function<CombineCounts, Accumulator> of(
            Class<?> combiner, Class<?> keyClass, Class<?> valueClass) {
        if (!SUMMED.get(combiner).contains(valueClass) || !takesKey(combiner, keyClass)) {
            return null;
        }
        return valueClass == IntWritable.class ? IntSum::new : LongSum::new;
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

    /** The value classes whose values {@code combiner} sums; one or none. */
    private static Set<Class<?>> summedBy(Class<?> combiner) {
        String shape = ClassShape.of(combiner);
        Set<Class<?>> summed = new HashSet<>();
        if (shape != null && Templates.INTS.contains(shape)) {
            summed.add(IntWritable.class);
        }
        if (shape != null && Templates.LONGS.contains(shape)) {
            summed.add(LongWritable.class);
        }
        return summed;
    }

    /** The shapes of the templates, made when first asked for. */
    private static final class Templates {

        static final Set<String> INTS = shapes(SumTemplates.INTS);
        static final Set<String> LONGS = shapes(SumTemplates.LONGS);

        private static Set<String> shapes(List<Class<?>> templates) {
            return templates.stream().map(ClassShape::of).collect(Collectors.toSet());
        }
    }
}
