package io.millrace.hadoop.combine;

import io.millrace.bytecode.shape.ClassShape;
import io.millrace.bytecode.shape.ClassShape.Fold;
import io.millrace.bytecode.shape.ClassShape.Operator;
import io.millrace.engine.record.Combiner.Accumulator;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.FloatWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.jspecify.annotations.Nullable;

/**
 * Recognizes combiners that only fold the numbers of a key into one: their sum, minimum or maximum.
 * Their compiled code equals one of the {@link SumTemplates} or {@link FractionTemplates}, except
 * for the operator and the initial number. Millrace can do such a fold in place as values arrive:
 * it takes them in the combiner's order, starting from the combiner's initial number, once for each
 * key of a run.
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

    /** Their folds do not depend on the order of the numbers; sums of fractions do. */
    private static final Set<Class<?>> INTEGERS = Set.of(IntWritable.class, LongWritable.class);

    /** A recognized combiner: its value class and its fold. */
    private record Known(
            Class<?> valueClass,
            Operator operator,
            Function<CombineCounts, Accumulator> accumulator) {}

    private static final ClassValue<Optional<Known>> KNOWN =
            new ClassValue<>() {
                @Override
                protected Optional<Known> computeValue(Class<?> combiner) {
                    return Optional.ofNullable(known(combiner));
                }
            };

    private KnownFolds() {}

    /**
     * The replacement of {@code combiner} on serialized values of {@code valueClass}, or null if
     * the combiner must run.
     */
    static @Nullable Function<CombineCounts, Accumulator> of(
            Class<?> combiner, Class<?> keyClass, Class<?> valueClass) {
        Known known = known(combiner, keyClass, valueClass);
        return known == null ? null : known.accumulator;
    }

    /**
     * Whether both are known to compute the same sum, minimum or maximum of integers. The reducer's
     * result is then the same whether it gets a key's numbers or, instead of any of them, what the
     * combiner makes of these.
     */
    static boolean agree(
            Class<?> combiner, Class<?> reducer, Class<?> keyClass, Class<?> valueClass) {
        Known one = known(combiner, keyClass, valueClass);
        Known other = known(reducer, keyClass, valueClass);
        return one != null
                && other != null
                && one.operator == other.operator
                && INTEGERS.contains(valueClass);
    }

    private static @Nullable Known known(
            Class<?> combiner, Class<?> keyClass, Class<?> valueClass) {
        Known known = KNOWN.get(combiner).orElse(null);
        return known != null && known.valueClass == valueClass && takesKey(combiner, keyClass)
                ? known
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
        return accumulator == null ? null : new Known(valueClass, fold.operator(), accumulator);
    }

    /**
     * Whether {@code combiner} declares keys of this class, since it would reject others, and
     * whether its method overrides Hadoop's: without type arguments, a {@code reduce} with some key
     * class is an unrelated method that Hadoop never calls.
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

    /** The shapes of the templates, created on first use. */
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
