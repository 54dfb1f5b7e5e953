/** The client's part of a package that a job's jar has another part of. */
package io.millrace.hadoop.loader.split;
