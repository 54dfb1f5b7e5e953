/** The configuration keys of the Hadoop layer. */
@NullMarked
package io.millrace.hadoop.config;

import org.jspecify.annotations.NullMarked;
