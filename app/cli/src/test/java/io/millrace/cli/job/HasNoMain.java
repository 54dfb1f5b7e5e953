package io.millrace.cli.job;

/** A class that cannot be started. */
public final class HasNoMain {

    private HasNoMain() {}
}
