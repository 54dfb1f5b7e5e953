/** What is kept of the input of jobs, for later ones. */
@NullMarked
package io.millrace.hadoop.inputcache;

import org.jspecify.annotations.NullMarked;
