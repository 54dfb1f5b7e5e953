package io.millrace.bench.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Simulated exchanges, beside what arithmetic says of simple ones. */
class ExchangeTest {

    private static final double LATENCY = 1e-4;
    private static final double OVERHEAD = 2e-5;
    private static final double BYTE = 1e-8;
    private static final double LOCAL_BYTE = 1e-9;
    private static final Network NETWORK =
            new Network(LATENCY, OVERHEAD, BYTE, LOCAL_BYTE, 170, 0.2);

    private static Load even(int workers, double bytes) {
        return Load.of(new Load.Shape(workers, 1, bytes, 1, 1, 0, 0), 1);
    }

    @Test
    void partsToAllTakeTheTimeOfTheLink() {
        int workers = 16;
        double bytes = 1e7;
        double onLink = bytes * BYTE * (workers - 1) / workers;
        assertThat(Exchange.FULLY_CONNECTED.run(NETWORK, even(workers, bytes)).end())
                .isCloseTo(1 + OVERHEAD + onLink + LATENCY, within(onLink / (workers - 1)));
    }

    @Test
    void eachStepTakesItsLatency() {
        int workers = 16;
        double bytes = 1e7;
        double step = OVERHEAD + LATENCY + bytes * BYTE / workers;
        assertThat(Exchange.PAIRWISE_AFTER_MAP.run(NETWORK, even(workers, bytes)).end())
                .isCloseTo(1 + (workers - 1) * step, within(1e-9));
        assertThat(Exchange.PAIRWISE_PER_WAVE.run(NETWORK, even(workers, bytes)).end())
                .isCloseTo(1 + (workers - 1) * (step + LATENCY) - LATENCY, within(1e-9));
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"PAIRWISE_AFTER_MAP"})
    void eachWaveGoesToEachMachineOnce(Exchange exchange) {
        int perMachine = 2;
        int waves = 3;
        Load load = Load.of(new Load.Shape(6, perMachine, 6e6, waves, 1, 0.3, 0.5), 7);
        for (int worker = 0; worker < 6; worker++) {
            Sender sender = exchange.sender(NETWORK, load, worker);
            Map<Integer, Integer> messages = new HashMap<>();
            double bytes = 0;
            while (sender.next(0)) {
                int machine = load.machineOf(sender.to());
                messages.merge(machine, 1, Integer::sum);
                bytes += machine == load.machineOf(worker) ? 0 : sender.bytes();
            }
            int each = exchange == Exchange.HIERARCHICAL ? waves : waves * perMachine;
            messages.remove(load.machineOf(worker));
            assertThat(messages).hasSize(2).values().containsOnly(each);
            double toOthers = 0;
            for (int to = 0; to < 6; to++) {
                boolean other = load.machineOf(to) != load.machineOf(worker);
                toOthers += other ? load.partBytes(to) * waves : 0;
            }
            assertThat(bytes).isCloseTo(toOthers, within(1e-3));
        }
    }

    @ParameterizedTest
    @EnumSource
    void noneIsFasterThanItsLinksOrOnASlowerNetwork(Exchange exchange) {
        Random random = new Random(23);
        for (int round = 0; round < 20; round++) {
            int perMachine = 1 + random.nextInt(3);
            int workers = perMachine * (2 + random.nextInt(12));
            double bytes = Math.pow(10, 4 + 4 * random.nextDouble());
            Load load =
                    Load.of(
                            new Load.Shape(
                                    workers,
                                    perMachine,
                                    bytes,
                                    1 + random.nextInt(4),
                                    random.nextDouble(),
                                    random.nextDouble(),
                                    random.nextDouble()),
                            random.nextLong());
            double end = exchange.run(NETWORK, load).end();
            double sent = 0;
            for (int to = perMachine; to < workers; to++) {
                sent += load.partBytes(to) * load.shape().waves();
            }
            assertThat(end).isGreaterThanOrEqualTo(load.mapEnd());
            assertThat(end).isGreaterThanOrEqualTo(sent * perMachine * BYTE);
            Network slower = new Network(2 * LATENCY, OVERHEAD, 3 * BYTE, LOCAL_BYTE, 170, 0.2);
            assertThat(exchange.run(slower, load).end()).isGreaterThanOrEqualTo(end);
        }
    }

    @Test
    void aPortThatAllSendToAtOnceLosesMessages() {
        Load all = Load.of(new Load.Shape(400, 1, 4e8, 1, 1, 0, 3), 1);
        assertThat(Exchange.FULLY_CONNECTED.run(NETWORK, all).lost()).isPositive();
        assertThat(Exchange.PAIRWISE_AFTER_MAP.run(NETWORK, all).lost()).isZero();
    }
}
