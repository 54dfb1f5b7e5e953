package io.millrace.verify.run;

/**
 * A framework that the job is run under.
 *
 * @param framework its name in {@code mapreduce.framework.name}
 * @param title its name for people
 * @param hadoopsOrder whether equal keys are to come in Hadoop's order
 */
public record Side(String framework, String title, boolean hadoopsOrder) {

    public static final Side LOCAL = new Side("local", "Hadoop's local runner", false);
    public static final Side MILLRACE = new Side("millrace", "Millrace", false);

    /** Millrace with {@code millrace.sort.ties=hadoop}. */
    public static final Side MILLRACE_AS_HADOOP =
            new Side("millrace", "Millrace with equal keys in Hadoop's order", true);
}
