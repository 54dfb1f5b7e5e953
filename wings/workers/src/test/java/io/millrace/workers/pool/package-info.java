/** Tasks in forked JVMs: results, deaths, leftovers. */
@NullMarked
package io.millrace.workers.pool;

import org.jspecify.annotations.NullMarked;
