package io.millrace.cli.job;

/** Writes one unfinished line and ends the process. */
public final class ExitsWithSeven {

    private ExitsWithSeven() {}

    public static void main(String[] arguments) {
        System.out.print("out\u00e4");
        System.err.println("err");
        System.exit(7);
    }
}
