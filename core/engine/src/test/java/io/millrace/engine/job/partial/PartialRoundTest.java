package io.millrace.engine.job.partial;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PartialRoundTest {

    private static List<Slice> slices(PartialRound round) {
        List<Slice> slices = new ArrayList<>();
        for (Slice slice = round.take(); slice != null; slice = round.take()) {
            slices.add(slice);
        }
        return slices;
    }

    @ParameterizedTest
    @CsvSource({"5,0,1", "5,3,1", "5,4,2", "7,6,7", "1,0,1", "100,37,8"})
    void aRoundServesEachPartitionOnceBeginningWithTheGivenOne(
            int partitions, int first, int threads) {
        List<Integer> served = new ArrayList<>();
        for (Slice slice : slices(new PartialRound(new Slice(0, partitions), first, threads))) {
            for (int each = slice.from(); each < slice.to(); each++) {
                served.add(each);
            }
        }
        List<Integer> turned = new ArrayList<>();
        for (int i = 0; i < partitions; i++) {
            turned.add((first + i) % partitions);
        }
        assertThat(served).isEqualTo(turned);
    }

    @Test
    void aRoundOfAWorkerServesItsPartitionsOnly() {
        assertThat(slices(new PartialRound(new Slice(10, 16), 13, 4)))
                .containsExactly(
                        new Slice(13, 14), new Slice(14, 16), new Slice(10, 11), new Slice(11, 13));
    }

    @Test
    void theRoundAfterOneThatWasCutBeginsWhereItWasCut() {
        PartialRound round = new PartialRound(new Slice(0, 5), 2, 1);
        assertThat(round.take()).isEqualTo(new Slice(2, 5));
        round.cutAt(4);
        assertThat(round.take()).isNull();
        assertThat(round.next()).isEqualTo(4);
    }

    @Test
    void aThreadThatComesAfterTheEndDoesNotEnter() {
        PartialRound round = new PartialRound(new Slice(0, 5), 0, 2);
        assertThat(round.enter()).isTrue();
        assertThat(round.enter()).isTrue();
        assertThat(round.leave()).isFalse();
        assertThat(round.leave()).isTrue();
        assertThat(round.enter()).isFalse();
    }
}
