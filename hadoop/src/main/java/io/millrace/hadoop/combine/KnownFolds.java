package io.millrace.hadoop.combine;

import io.millrace.bytecode.shape.ClassShape;
import io.millrace.bytecode.shape.ClassShape.Fold;
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
 * Tells whether a combiner is known to do nothing but make one number of a key's numbers: their
 * sum, the smallest or the largest. Its compiled code is that of one of the {@link SumTemplates} or
 * {@link FractionTemplates}, but for the operator and for the number that it begins with. This may
 * be done where the values lie, as they come: they are taken in the order in which the combiner
 * would get them, from the number on with which it begins, once for each key of a run.
 */
final class KnownFolds {

    private static final Map<Class<?>, List<Class<?>>> TEMPLATES =
            Map.of(
                    IntWritable.class, SumTemplates.INTS,
                    LongWritable.class, SumTemplates.LONGS,
                    FloatWritable.class, FractionTemplates.FLOATS,
                    DoubleWritable.class, FractionTemplates.DOUBLES);

    private static final Map<Class<?>, Function<CombineCounts, Accumulator>> SUMS =
            Map.of(
                    IntWritable.class, IntSum::new,
                    LongWritable.class, LongSum::new,
                    FloatWritable.class, FloatSum::new,
                    DoubleWritable.class, DoubleSum::new);

    /** What a combiner makes of values of which class. */
    private record Known(Class<?> valueClass, Function<CombineCounts, Accumulator> accumulator) {}

    private static final ClassValue<Optional<Known>> KNOWN =
            new ClassValue<>() {
                @Override
                protected Optional<Known> computeValue(Class<?> combiner) {
                    return Optional.ofNullable(known(combiner));
                }
            };

    private KnownFolds() {}

    /**
     * What does the work of {@code combiner} on serialized values of {@code valueClass}, or null if
     * the combiner has to do it.
     */
    static @Nullable Function<CombineCounts, Accumulator> of(
            Class<?> combiner, Class<?> keyClass, Class<?> valueClass) {
        Known known = KNOWN.get(combiner).orElse(null);
        return known != null && known.valueClass == valueClass && takesKey(combiner, keyClass)
                ? known.accumulator
                : null;
    }

    private static @Nullable Known known(Class<?> combiner) {
        ClassShape shape = ClassShape.of(combiner);
        Class<?> valueClass = shape == null ? null : Shapes.VALUE_CLASSES.get(shape.text());
        Fold fold = shape == null ? null : shape.fold();
        if (valueClass == null || fold == null) {
            return null;
        }
        Function<CombineCounts, Accumulator> accumulator =
                switch (fold.operator()) {
                    case ADD -> fold.start().doubleValue() == 0 ? SUMS.get(valueClass) : null;
                    case MIN, MAX -> counts -> Extreme.of(valueClass, fold, counts);
                };
        return accumulator == null ? null : new Known(valueClass, accumulator);
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

        static final Map<String, Class<?>> VALUE_CLASSES = valueClasses();

        private static Map<String, Class<?>> valueClasses() {
            Map<String, Class<?>> classes = new HashMap<>();
            TEMPLATES.forEach((valueClass, templates) ->
                    templates.forEach(template -> {
                        ClassShape shape = ClassShape.of(template);
                        if (shape != null) {
                            classes.put(shape.text(), valueClass);
                        }
                    }));
            return Map.copyOf(classes);
        }
    }
}
