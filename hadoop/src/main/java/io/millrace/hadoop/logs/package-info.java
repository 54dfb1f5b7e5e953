/** Where what tasks print is kept. */
@NullMarked
package io.millrace.hadoop.logs;

import org.jspecify.annotations.NullMarked;
