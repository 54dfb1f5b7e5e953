package io.millrace.bench.exchange;

import java.util.concurrent.Callable;

/**
 * The beginning of a way, at its near end.
 *
 * @param address where the far end meets the near one; a line of text
 * @param near waits for the far end
 */
record Invitation(String address, Callable<End> near) {}
