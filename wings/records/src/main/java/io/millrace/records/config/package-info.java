/** The settings in a job's configuration, and their keys. */
@NullMarked
package io.millrace.records.config;

import org.jspecify.annotations.NullMarked;
