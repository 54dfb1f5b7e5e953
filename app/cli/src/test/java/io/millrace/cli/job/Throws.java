package io.millrace.cli.job;

import java.io.FileNotFoundException;

/** Fails: as a job whose input is not there does, or with a defect of its own. */
public final class Throws {

    private Throws() {}

    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 0) {
            throw new FileNotFoundException("File /no/such/input does not exist");
        }
        throw new IllegalStateException("a defect of the job");
    }
}
