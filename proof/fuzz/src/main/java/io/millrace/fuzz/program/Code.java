package io.millrace.fuzz.program;

/** Assembles source code. */
final class Code {

    private Code() {}

    /** A template with a value for each {@code ${name}}; names and values alternate. */
    static String fill(String template, String... namesAndValues) {
        String filled = template;
        for (int i = 0; i < namesAndValues.length; i += 2) {
            filled = filled.replace("${" + namesAndValues[i] + "}", namesAndValues[i + 1]);
        }
        return filled;
    }

    /** Lines with additional indentation; empty lines are removed. */
    static String indent(String code, int spaces) {
        String margin = " ".repeat(spaces);
        StringBuilder indented = new StringBuilder();
        code.lines()
                .filter(line -> !line.isBlank())
                .forEach(line -> indented.append(margin).append(line).append('\n'));
        return indented.toString();
    }

    /** A literal of ASCII characters. */
    static String literal(String text) {
        StringBuilder literal = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> literal.append("\\\"");
                case '\\' -> literal.append("\\\\");
                case '\n' -> literal.append("\\n");
                case '\r' -> literal.append("\\r");
                case '\t' -> literal.append("\\t");
                default -> {
                    if (c < ' ' || c > '~') {
                        literal.append("\\u%04x".formatted((int) c));
                    } else {
                        literal.append(c);
                    }
                }
            }
        }
        return literal.append('"').toString();
    }
}
