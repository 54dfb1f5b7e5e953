/**
 * The settings with which a job uses the plug-ins, and whether a cluster's configuration lets it.
 */
@NullMarked
package io.millrace.cluster.job;

import org.jspecify.annotations.NullMarked;
