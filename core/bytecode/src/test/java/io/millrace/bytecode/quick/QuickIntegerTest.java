package io.millrace.bytecode.quick;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testing.Seeds;
import java.util.Random;
import java.util.StringTokenizer;
import java.util.function.Supplier;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInfo;

/** Beside the JDK, which parses the string. */
@Tag("jdk")
class QuickIntegerTest {

    private static final int NUMBERS = 500;

    private final Random random;

    QuickIntegerTest(TestInfo test) {
        random = Seeds.random("quick integer, " + test.getDisplayName());
    }

    @RepeatedTest(20)
    void textsGiveTheSameNumbers() {
        for (int i = 0; i < NUMBERS; i++) {
            String number = number();
            Text text = new Text(number);
            requireSame(number, () -> QuickInteger.parseInt(text), () -> Integer.parseInt(number));
            requireSame(number, () -> QuickInteger.parseLong(text), () -> Long.parseLong(number));
        }
    }

    @RepeatedTest(20)
    void partsOfStringsGiveTheSameNumbers() {
        for (int i = 0; i < NUMBERS; i++) {
            String line = number() + "," + number();
            int from = random.nextInt(line.length() + 4) - 2;
            int to = from + random.nextInt(12) - 2;
            requireSame(
                    line,
                    () -> QuickInteger.parseInt(line, from, to),
                    () -> Integer.parseInt(line.substring(from, to)));
            requireSame(
                    line,
                    () -> QuickInteger.parseLong(line, from, to),
                    () -> Long.parseLong(line.substring(from, to)));
            requireSame(
                    line,
                    () -> QuickInteger.parseInt(line, from),
                    () -> Integer.parseInt(line.substring(from)));
            requireSame(
                    line,
                    () -> QuickInteger.parseLong(line, from),
                    () -> Long.parseLong(line.substring(from)));
        }
    }

    @RepeatedTest(20)
    void tokensGiveTheSameNumbers() {
        String line = " ".repeat(2) + number() + " " + number() + " " + number();
        for (boolean quick : new boolean[] {true, false}) {
            StringTokenizer actual = quick ? new QuickTokenizer(line) : new StringTokenizer(line);
            StringTokenizer expected = new StringTokenizer(line);
            for (int token = 0; token < 3; token++) {
                requireSame(
                        line,
                        () -> QuickTokenizer.nextInt(actual),
                        () -> Integer.parseInt(expected.nextToken()));
            }
            StringTokenizer again = quick ? new QuickTokenizer(line) : new StringTokenizer(line);
            StringTokenizer once = new StringTokenizer(line);
            for (int token = 0; token < 4; token++) {
                requireSame(
                        line,
                        () -> QuickTokenizer.nextLong(again),
                        () -> Long.parseLong(once.nextToken()));
            }
        }
    }

    private String number() {
        return switch (random.nextInt(8)) {
            case 0 -> String.valueOf(random.nextLong());
            case 1 -> String.valueOf(random.nextInt());
            case 2 -> "-" + "9".repeat(1 + random.nextInt(20));
            case 3 -> "+000" + random.nextInt(1000);
            case 4 -> random.nextInt(100) + "é٣中-+x".substring(random.nextInt(6));
            case 5 -> String.valueOf((long) Integer.MAX_VALUE + random.nextInt(3) - 1);
            default -> String.valueOf(random.nextInt(2000) - 1000);
        };
    }

    private static void requireSame(String of, Supplier<Number> actual, Supplier<Number> expected) {
        assertThat(outcome(actual)).as("<%s>, %s", of, Seeds.line()).isEqualTo(outcome(expected));
    }

    private static Object outcome(Supplier<Number> parsing) {
        try {
            return parsing.get();
        } catch (RuntimeException e) {
            return e.toString();
        }
    }
}
