/** Runs a workload as its user would, under both frameworks. */
package io.millrace.apps.testing;
