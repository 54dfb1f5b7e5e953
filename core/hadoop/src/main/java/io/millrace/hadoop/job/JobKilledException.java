package io.millrace.hadoop.job;

/** Ends a job's own work after a kill; the message says who killed the job and why. */
final class JobKilledException extends Exception {

    private static final long serialVersionUID = 1;

    JobKilledException(String why) {
        super(why);
    }
}
