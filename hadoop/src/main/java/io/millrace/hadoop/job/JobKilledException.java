package io.millrace.hadoop.job;

/** Ends a job's own work after somebody has killed the job; the message is who and why. */
final class JobKilledException extends Exception {

    private static final long serialVersionUID = 1;

    JobKilledException(String why) {
        super(why);
    }
}
