/** The Java agent that rewrites the job's own classes in the JVM of a task. */
@NullMarked
package io.millrace.cluster.agent;

import org.jspecify.annotations.NullMarked;
