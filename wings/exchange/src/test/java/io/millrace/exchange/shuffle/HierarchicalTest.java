package io.millrace.exchange.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testing.Seeds;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The bundles of the hierarchical exchange. */
class HierarchicalTest {

    private static final int ROUNDS = 50;

    private final Random random = Seeds.random("machines");

    /** Workers on random machines. */
    private Machines machines(int workers, int count) {
        List<List<Integer>> all = new ArrayList<>();
        for (int rank = 0; rank < workers; rank++) {
            int machine = random.nextInt(count);
            if (machine >= all.size()) {
                all.add(new ArrayList<>(List.of(rank)));
            } else {
                all.get(machine).add(rank);
            }
        }
        return new Machines(all);
    }

    @RepeatedTest(ROUNDS)
    void eachWorkerIsInOneBundleAndEachOtherMachineGetsOne() {
        int size = 1 + random.nextInt(20);
        Machines machines = machines(size, 1 + random.nextInt(size));
        BitSet left = new BitSet();
        for (int worker = 0; worker < size; worker++) {
            left.set(worker, random.nextInt(4) > 0);
        }
        for (int rank = 0; rank < size; rank++) {
            List<List<Integer>> bundles = new Hierarchical(rank, machines).bundles(left);
            assertThat(bundles.stream().flatMap(List::stream))
                    .containsExactlyInAnyOrderElementsOf(left.stream().boxed().toList());
            Map<Integer, Integer> perMachine = new HashMap<>();
            for (List<Integer> bundle : bundles) {
                int there = machines.of(bundle.get(0));
                assertThat(bundle).allMatch(worker -> machines.of(worker) == there);
                if (there == machines.of(rank)) {
                    assertThat(bundle).hasSize(1);
                } else {
                    assertThat(perMachine.merge(there, 1, Integer::sum)).isEqualTo(1);
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"2, 2", "3, 4", "5, 1", "16, 8"})
    void onEvenMachinesAllWorkersTakeAsManyBundles(int count, int perMachine) {
        List<List<Integer>> all = new ArrayList<>();
        BitSet left = new BitSet();
        left.set(0, count * perMachine);
        for (int machine = 0; machine < count; machine++) {
            List<Integer> workers = new ArrayList<>();
            for (int place = 0; place < perMachine; place++) {
                workers.add(place * count + machine); // as a cluster deals them out
            }
            all.add(workers);
        }
        Machines machines = new Machines(all);
        Map<Integer, Integer> taken = new HashMap<>();
        for (int rank = 0; rank < count * perMachine; rank++) {
            for (List<Integer> bundle : new Hierarchical(rank, machines).bundles(left)) {
                if (machines.of(bundle.get(0)) != machines.of(rank)) {
                    taken.merge(bundle.get(0), 1, Integer::sum);
                }
            }
        }
        assertThat(taken).hasSize(count * perMachine).values().containsOnly(count - 1);
    }
}
