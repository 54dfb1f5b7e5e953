package io.millrace.fuzz.program;

import io.millrace.fuzz.tape.Choices;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Texts that are often handled wrongly: short and long ones, numbers in all spellings, empty ones.
 */
final class Words {

    /** Stands for the first byte of a character without the following bytes. */
    private static final String DAMAGED = "\uf8ff";

    /** The simplest first. */
    private static final List<String> ALL =
            List.of(
                    "a",
                    "b",
                    "cat",
                    "A",
                    "7",
                    "12",
                    "-3",
                    "0.5",
                    "1e3",
                    "the quick",
                    "\u00e9",
                    "\u00e9t\u00e9",
                    "\u6f22\u5b57",
                    "\ud83d\ude00",
                    "x\ud83d\ude00y",
                    "",
                    "0",
                    "-0",
                    "-0.0",
                    "NaN",
                    "Infinity",
                    "1d",
                    "2f",
                    "0x1p3",
                    "1_0",
                    "+5",
                    ".5",
                    "5.",
                    "e5",
                    "1e400",
                    "1e-400",
                    "0.1234567890123456789",
                    "9007199254740993",
                    "123456789012345678901234567890",
                    "2.2250738585072011e-308",
                    "4.9E-324",
                    "1.7976931348623157e308",
                    "   ",
                    "a-b-c",
                    "a,b;c",
                    "\u00a0",
                    "\u2028",
                    "\u0001",
                    "\u007f",
                    "B",
                    "cats",
                    "dog",
                    "Dog",
                    "DOG",
                    "aa",
                    "aaa",
                    "abcdefgh",
                    "abcdefghi",
                    "abcdefghijklmnop",
                    "abcdefghijklmnopq",
                    "\ufeff",
                    "\uffff",
                    "x" + DAMAGED + "y",
                    "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"
                            + "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz");

    /** The text that triggers faults. */
    static final String TRIGGER = "boom";

    private Words() {}

    /** The bytes of a text, one character for each. */
    static String bytes(String text) {
        return latin(text).replace(latin(DAMAGED), "\u00c3");
    }

    private static String latin(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    /** A word, usually one of a few, so that words repeat. */
    static String any(Choices choices) {
        return ALL.get(choices.below(choices.oneIn(3) ? ALL.size() : 12));
    }
}
