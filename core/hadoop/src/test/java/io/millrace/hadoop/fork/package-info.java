/** Tasks in forked JVMs: results, deaths, leftovers. */
@NullMarked
package io.millrace.hadoop.fork;

import org.jspecify.annotations.NullMarked;
