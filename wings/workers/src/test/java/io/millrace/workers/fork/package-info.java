/** Tasks in forked JVMs: results, deaths, leftovers. */
@NullMarked
package io.millrace.workers.fork;

import org.jspecify.annotations.NullMarked;
