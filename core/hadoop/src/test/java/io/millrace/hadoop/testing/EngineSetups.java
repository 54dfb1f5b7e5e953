package io.millrace.hadoop.testing;

import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.plan.LockKind;
import io.millrace.engine.plan.ShuffleKind;
import io.millrace.hadoop.testing.EngineMatrix.Extent;
import io.millrace.hadoop.testing.EngineSetup.Memory;
import io.millrace.hadoop.testing.EngineSetup.Runner;
import io.millrace.testing.Seeds;
import io.millrace.testing.Soak;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.support.AnnotationConsumer;
import org.junit.jupiter.params.support.ParameterDeclarations;
import org.junit.platform.commons.support.ReflectionSupport;

/** Gives the setups of an {@link EngineMatrix}. */
final class EngineSetups implements ArgumentsProvider, AnnotationConsumer<EngineMatrix> {
    private static final List<ShuffleKind> SHUFFLES =
            List.of(ShuffleKind.PULL, ShuffleKind.PUSH, ShuffleKind.HYBRID);

    private static final List<LockKind> LOCKS = List.of(LockKind.values());

    /** In which a build gives them to cases: the one that plans choose by default comes twice. */
    private static final List<ShuffleKind> TURNS =
            List.of(ShuffleKind.PULL, ShuffleKind.PUSH, ShuffleKind.PULL, ShuffleKind.HYBRID);

    private Extent extent = Extent.COVERING;
    private String cases = "";

    @Override
    public void accept(EngineMatrix matrix) {
        extent = matrix.value();
        cases = matrix.cases();
    }

    @Override
    public Stream<? extends Arguments> provideArguments(
            ParameterDeclarations parameters, ExtensionContext context) {
        List<EngineSetup> setups = of(extent);
        Method source =
                ReflectionSupport.findMethod(context.getRequiredTestClass(), cases)
                        .orElseThrow(() ->
                                new IllegalArgumentException(
                                        "no method "
                                                + cases
                                                + "() in "
                                                + context.getRequiredTestClass()));
        Stream<?> found =
                (Stream<?>) Objects.requireNonNull(ReflectionSupport.invokeMethod(source, null));
        List<?> jobs = found.toList();
        return IntStream.range(0, jobs.size())
                .boxed()
                .flatMap(each ->
                        share(setups, each).map(setup -> Arguments.of(setup, jobs.get(each))));
    }

    /** The setups of a case: all of its extent, or those whose turn it is. */
    private Stream<EngineSetup> share(List<EngineSetup> setups, int job) {
        if (Soak.isOn()) {
            return setups.stream();
        }
        int turns = extent == Extent.FULL ? TURNS.size() : 1;
        int first = Seeds.turn() * turns + job;
        return IntStream.range(first, first + turns).mapToObj(turn -> due(setups, turn));
    }

    private static EngineSetup due(List<EngineSetup> setups, int turn) {
        ShuffleKind shuffle = TURNS.get(turn % TURNS.size());
        List<EngineSetup> candidates =
                setups.stream().filter(setup -> setup.shuffle() == shuffle).toList();
        return candidates.get(turn / TURNS.size() % candidates.size());
    }

    /** The setups of an extent, in a fixed order; those of one memory size are neighbours. */
    static List<EngineSetup> of(Extent extent) {
        List<EngineSetup> setups = new ArrayList<>();
        for (Memory memory : Memory.values()) {
            for (ShuffleKind shuffle : SHUFFLES) {
                for (int row = 0; row < 4; row++) {
                    boolean natively = (row & 1) != 0;
                    boolean fast = (row & 2) == 0;
                    if (wanted(
                            extent,
                            SHUFFLES.indexOf(shuffle),
                            natively,
                            memory == Memory.TINY,
                            fast)) {
                        LockKind lock = LOCKS.get(setups.size() % LOCKS.size());
                        setups.add(
                                new EngineSetup(
                                        shuffle,
                                        lock,
                                        natively ? SlabKind.NATIVE : SlabKind.HEAP,
                                        memory,
                                        fast,
                                        Runner.FAST));
                    }
                }
            }
        }
        if (extent == Extent.FULL) {
            setups.add(EngineSetup.PLAIN.with(Memory.TINY).with(Runner.HADOOP));
        } else if (extent == Extent.COVERING) {
            setups.add(EngineSetup.PLAIN.with(Runner.HADOOP));
        }
        return setups;
    }

    /**
     * Which rows cover all pairs: for each shuffle two rows that differ in every other dimension,
     * and the three shuffles' rows chosen so that any two dimensions are both equal and opposite
     * somewhere.
     */
    private static boolean wanted(
            Extent extent, int shuffle, boolean natively, boolean tiny, boolean fast) {
        boolean covers = tiny == (natively ^ shuffle == 0) && fast == (natively ^ shuffle == 1);
        return switch (extent) {
            case FULL -> true;
            case COVERING -> covers;
            case FEW -> covers && natively == (shuffle == 2);
        };
    }
}
