/** The keys of jobs that run on a cluster with the plug-ins. */
@NullMarked
package io.millrace.cluster.config;

import org.jspecify.annotations.NullMarked;
