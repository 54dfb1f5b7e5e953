package io.millrace.bytecode.quick;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.millrace.testing.Sampled;
import io.millrace.testing.Seeds;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("jdk")
@Sampled(oneIn = 2)
class QuickDoubleTest {

    private static final int NUMBERS = 200_000;

    private final Random random;

    QuickDoubleTest(TestInfo test) {
        random = Seeds.random("quick double, " + test.getDisplayName());
    }

    @Test
    void decimalsAreTheNumbersThatTheJdkReads() {
        for (int i = 0; i < NUMBERS; i++) {
            String digits = Long.toString(random.nextLong() >>> (1 + random.nextInt(63)));
            int point = random.nextInt(digits.length() + 1);
            requireSame(digits.substring(0, point) + "." + digits.substring(point));
            requireSame("-" + digits);
        }
    }

    @Test
    void whatProgramsWriteIsReadAsItWasWritten() {
        for (int i = 0; i < NUMBERS; i++) {
            double number = Double.longBitsToDouble(random.nextLong());
            requireSame(Double.toString(number));
            requireSame(Double.toString(random.nextGaussian()));
            requireSame(String.valueOf(random.nextInt() / 1000.0));
        }
        requireSame(String.format(Locale.ROOT, "%.4f", random.nextDouble()));
    }

    @Test
    void digitsWithExponentsAreTheNumbersThatTheJdkReads() {
        for (int i = 0; i < NUMBERS; i++) {
            String digits = Long.toUnsignedString(random.nextLong() >>> random.nextInt(64));
            int exponent = random.nextInt(801) - 400;
            requireSame(digits + "e" + exponent);
            requireSame("-0.000" + digits + "E+" + random.nextInt(30));
            requireSame(digits + "E-" + random.nextInt(30));
        }
    }

    @Test
    void numbersJustBetweenTwoDoublesAreRoundedAsTheJdkDoes() {
        for (int i = 0; i < NUMBERS; i++) {
            long odd = (1L << 53) + (random.nextLong() >>> 11 << 1) + 1;
            requireSame(new BigDecimal(odd).toString());
            requireSame(new BigDecimal(odd).scaleByPowerOfTen(random.nextInt(4)).toPlainString());
            requireSame(new BigDecimal(odd >> 3).divide(BigDecimal.valueOf(8)).toString());
            requireSame(new BigDecimal(odd).subtract(BigDecimal.valueOf(0.1)).toString());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-0",
                "-0.0",
                ".5",
                "5.",
                "-.5",
                "00000000000000001.5",
                "9007199254740992",
                "9007199254740993",
                "900719925474099.3",
                "0.00000000000000001",
                "1e3",
                "1E-3",
                " 1.5 ",
                "+1.5",
                "1.5d",
                "NaN",
                "-Infinity",
                "0x1p3",
                "123456789012345678",
                "-12345678901234567",
                "999999999999999999",
                "9999999999999999999",
                "18446744073709551615",
                "18446744073709551616",
                "184467440737095516160",
                "0.30000000000000004",
                "000000000000000000000000000000.10",
                "0e0",
                "-0E-999",
                "1e9999",
                "1e+308",
                "1.7976931348623157E308",
                "1.7976931348623159E308",
                "2.2250738585072014E-308",
                "4.9E-324",
                "9007199254740993e0",
                "9007199254740995",
                "1e22",
                "1e23",
                "8.5e22"
            })
    void cornersAreTheSame(String text) {
        requireSame(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "-", ".", "-.", "1.2.3", "1,5", "--1", "1-", "x", "٣", "1..2", "1 2", "1e",
                "1e+", "1e-x", "e5", ".e5", "1e5.", "1e5e5", "1E٣"
            })
    void whatIsNoNumberIsTheSameError(String text) {
        Throwable expected = catchThrowable(() -> Double.parseDouble(text));
        assertThatThrownBy(() -> QuickDouble.parseDouble(text))
                .isInstanceOf(NumberFormatException.class)
                .hasMessage(expected.getMessage());
        assertThatThrownBy(() -> QuickDouble.valueOf(text)).hasMessage(expected.getMessage());
    }

    /** To the bit, so that zeros have signs. */
    private void requireSame(String text) {
        long expected = Double.doubleToRawLongBits(Double.parseDouble(text));
        assertThat(Double.doubleToRawLongBits(QuickDouble.parseDouble(text)))
                .as("%s, %s", text, Seeds.line())
                .isEqualTo(expected);
        assertThat(Double.doubleToRawLongBits(QuickDouble.valueOf(text))).isEqualTo(expected);
    }
}
