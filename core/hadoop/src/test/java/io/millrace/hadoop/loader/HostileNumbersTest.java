package io.millrace.hadoop.loader;

import static io.millrace.hadoop.loader.HostileJobCodeTest.CALLS;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.bytecode.quick.QuickDouble;
import io.millrace.bytecode.quick.QuickInteger;
import io.millrace.bytecode.quick.QuickTokenizer;
import io.millrace.testing.Sampled;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Programs get the same numbers and errors, wherever the numbers are read. */
@Sampled(oneIn = 2)
class HostileNumbersTest {

    @Test
    void numbersAreReadAsTheJdkReadsThem() throws IOException {
        CompiledProgram.of(
                        """
                        public static void run() {
                            String[] numbers = {"1", "-0", "+1.5", "1e400", "1e-400", "NaN", "-Infinity", "0x1p3", "1d", "2f",
                                " 3 ", "\\u0000 4", "", " ", "-", ".", "1.", ".5", "1e", "1e+", "1_0", "٣", "1,5", "ÿ1",
                                "9007199254740993", "123456789012345678901234567890", "2.2250738585072012e-308",
                                "4.9e-324", "1.7976931348623159e308", "0.1e1", "1E5", "--1", "1.2.3", "日"};
                            for (String number : numbers) {
                                attempt(() -> Double.doubleToRawLongBits(Double.parseDouble(number)));
                                attempt(() -> Double.valueOf(number));
                                attempt(() -> Double.valueOf(number) == Double.valueOf(number));
                                StringTokenizer tokens = new StringTokenizer(number + ";" + number, ";");
                                attempt(() -> Double.parseDouble(tokens.nextToken()) + Double.parseDouble(tokens.nextToken()));
                            }
                        }
                        """)
                .requireSame(CALLS);
    }

    @Test
    void integersAreReadAsTheJdkReadsThem() throws IOException {
        CompiledProgram.of(
                        """
                        static class Loud extends Text {
                            Loud(String string) {
                                super(string);
                            }

                            @Override
                            public String toString() {
                                return "1" + super.toString();
                            }
                        }

                        public static void run() {
                            String[] numbers = {"1", "-0", "+15", "00000000000000000000007", "2147483647", "-2147483648",
                                "2147483648", "-2147483649", "9223372036854775807", "-9223372036854775808",
                                "9223372036854775808", "999999999999999999", "-999999999999999999", "1000000000000000000",
                                " 3 ", "\\u0000", "", " ", "-", "+", "--1", "1-", "1.5", "1_0", "٣", "-٣٤", "1,5", "ÿ1", "日", "1日",
                                "\\ud83d\\ude00", "\\ud835\\udfd9", "0x10", "1L"};
                            for (String number : numbers) {
                                Text text = new Text(number);
                                attempt(() -> Integer.parseInt(text.toString()));
                                attempt(() -> Long.parseLong(text.toString()));
                                attempt(() -> Double.parseDouble(text.toString()));
                                Text loud = new Loud(number);
                                attempt(() -> Integer.parseInt(loud.toString()));
                                attempt(() -> Long.parseLong(loud.toString()) + Double.parseDouble(loud.toString()));
                                StringTokenizer tokens = new StringTokenizer(number + ";" + number + ";" + number, ";");
                                attempt(() -> Integer.parseInt(tokens.nextToken()));
                                attempt(() -> Long.parseLong(tokens.nextToken()) * 2);
                                attempt(() -> {
                                    text.set(tokens.nextToken());
                                    return text.getLength();
                                });
                                attempt(() -> Integer.parseInt(tokens.nextToken()));
                                String line = "a|" + number + "|b";
                                int bar = line.indexOf('|');
                                int next = line.lastIndexOf('|');
                                attempt(() -> Integer.parseInt(line.substring(bar + 1, next)));
                                attempt(() -> Long.parseLong(line.substring(bar + 1, next)));
                                attempt(() -> Integer.parseInt((line.substring(0, next)).substring(bar + 1)));
                                attempt(() -> Long.parseLong(line.substring(0, next).substring(bar + 1)));
                                for (int from : new int[] {-1, 0, 2, 3, 99, Integer.MIN_VALUE}) {
                                    attempt(() -> Integer.parseInt(number.substring(from)));
                                    attempt(() -> Long.parseLong(number.substring(from)));
                                    for (int to : new int[] {-1, 0, 1, 2, 99, Integer.MAX_VALUE}) {
                                        attempt(() -> Integer.parseInt(number.substring(from, to)));
                                        attempt(() -> Long.parseLong(number.substring(from, to)));
                                    }
                                }
                                boolean chosen = number.length() > 2;
                                attempt(() -> Integer.parseInt(chosen ? number : number.substring(0, 1)));
                            }
                            byte[] broken = {'1', (byte) 0xc3, '2'};
                            Text malformed = new Text(broken);
                            attempt(() -> Integer.parseInt(malformed.toString()));
                            malformed.set("12345");
                            malformed.set("67");
                            attempt(() -> Integer.parseInt(malformed.toString()));
                        }
                        """)
                .requireSame(CALLS);
    }

    @Test
    void pairsOfCallsBecomeOne() throws IOException {
        CompiledProgram program =
                CompiledProgram.of(
                        """
                        public static void run() {
                            Text text = new Text("12");
                            StringTokenizer tokens = new StringTokenizer("3 4 5.5");
                            String line = "6 7";
                            note(Integer.parseInt(text.toString()) + Long.parseLong(text.toString()));
                            note(Double.parseDouble(text.toString()));
                            note(Integer.parseInt(tokens.nextToken()) + Long.parseLong(tokens.nextToken()));
                            note(Double.parseDouble(tokens.nextToken()));
                            note(Integer.parseInt(line.substring(0, 1)) + Long.parseLong(line.substring(0, 1)));
                            note(Integer.parseInt(line.substring(2)) + Long.parseLong(line.substring(2)));
                        }
                        """);
        assertThat(program.run(CALLS)).isEqualTo(program.plain());
        assertThat(program.calls(QuickInteger.class, "(", CALLS)).isEqualTo(6);
        assertThat(program.calls(QuickDouble.class, "(Lorg/apache/hadoop/io/Text;)", CALLS))
                .isEqualTo(1);
        assertThat(program.calls(QuickTokenizer.class, "(Ljava/util/StringTokenizer;)", CALLS))
                .isEqualTo(3);
    }
}
