package io.millrace.cli.verify;

/**
 * A framework that the job is run under.
 *
 * @param framework its name in {@code mapreduce.framework.name}
 * @param title its name for people
 */
record Side(String framework, String title) {

    static final Side LOCAL = new Side("local", "Hadoop's local runner");
    static final Side MILLRACE = new Side("millrace", "Millrace");
}
