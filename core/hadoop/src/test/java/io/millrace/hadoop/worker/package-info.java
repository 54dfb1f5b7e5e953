/** Tasks in forked JVMs: results, deaths, leftovers. */
@NullMarked
package io.millrace.hadoop.worker;

import org.jspecify.annotations.NullMarked;
