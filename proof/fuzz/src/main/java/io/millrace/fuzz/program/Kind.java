package io.millrace.fuzz.program;

/**
 * A class of keys or values, with code that fills an object {@code ${v}} from a text {@code ${s}}
 * and a number {@code ${n}}, and reads it.
 *
 * @param fresh an expression: a new object
 * @param fill statements
 * @param text an expression: a string
 * @param number an expression: a number
 * @param key whether it has an order
 * @param sticky whether an object keeps old content when it is read into again
 * @param greedy whether an object reads to the end of its record
 */
record Kind(
        String name,
        String fresh,
        String fill,
        String text,
        String number,
        boolean key,
        boolean sticky,
        boolean greedy) {

    /** A kind that is neither sticky nor greedy. */
    static Kind plain(String name, String fill, String text, String number, boolean key) {
        return new Kind(name, "new " + name + "()", fill, text, number, key, false, false);
    }

    String filling(String variable, String text, String number) {
        return Code.fill(fill, "v", variable, "s", text, "n", number);
    }

    String textOf(String variable) {
        return Code.fill(text, "v", variable);
    }

    String numberOf(String variable) {
        return Code.fill(number, "v", variable);
    }

    /** Whether Millrace may know combiners that compute sums of such values. */
    boolean sums() {
        return switch (name) {
            case "IntWritable", "LongWritable", "FloatWritable", "DoubleWritable" -> true;
            default -> false;
        };
    }

    /** The primitive type of such a value. */
    String primitive() {
        return switch (name) {
            case "IntWritable" -> "int";
            case "FloatWritable" -> "float";
            case "DoubleWritable" -> "double";
            default -> "long";
        };
    }

    @Override
    public String toString() {
        return name;
    }
}
