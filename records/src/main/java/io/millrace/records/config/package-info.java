/** The schema in a job's configuration, and its keys. */
@NullMarked
package io.millrace.records.config;

import org.jspecify.annotations.NullMarked;
