package io.millrace.daemons;

import java.util.List;

/**
 * Where a daemon runs. Immutable.
 *
 * @param host the address that it listens at
 * @param prefix the words before its command that take it there
 */
record Place(String host, List<String> prefix) {}
