package io.millrace.fuzz.program;

/** The parts of a mapper or a reducer that is being written. */
final class Body {

    private final StringBuilder fields = new StringBuilder();
    private final StringBuilder setup = new StringBuilder();
    private final StringBuilder main = new StringBuilder();
    private final StringBuilder cleanup = new StringBuilder();
    private final StringBuilder methods = new StringBuilder();

    /** Adds declarations of fields. */
    void field(String code) {
        fields.append(code).append('\n');
    }

    /** Adds statements for the task's beginning. */
    void setup(String code) {
        setup.append(code).append('\n');
    }

    /** Adds statements for each call. */
    void main(String code) {
        main.append(code).append('\n');
    }

    /** Adds statements for the task's end. */
    void cleanup(String code) {
        cleanup.append(code).append('\n');
    }

    /** Adds a method. */
    void method(String code) {
        methods.append(code).append('\n');
    }

    String fields() {
        return fields.toString();
    }

    String setup() {
        return setup.toString();
    }

    String main() {
        return main.toString();
    }

    String cleanup() {
        return cleanup.toString();
    }

    String methods() {
        return methods.toString();
    }
}
