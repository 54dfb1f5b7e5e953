package io.millrace.hadoop.loader.split;

/** Extended in its package only. */
public class Meter {

    private final String name;

    Meter(String name) {
        this.name = name;
    }

    public String name() {
        return name;
    }
}
