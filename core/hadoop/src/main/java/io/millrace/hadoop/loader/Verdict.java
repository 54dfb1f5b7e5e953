package io.millrace.hadoop.loader;

import io.millrace.hadoop.scope.Turns.State;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How attempts share the classes of a job. Immutable.
 *
 * @param kept the prefixes of libraries on the client's class path that each copy of the job's
 *     classes loads by itself, because they keep the job's classes by name
 * @param state the process's state that an attempt finds; null if nobody looks after it
 * @param guards whether code that changes statics must not run on several threads of an attempt
 */
record Verdict(Set<String> kept, ClassSharing sharing, @Nullable State state, boolean guards) {}
