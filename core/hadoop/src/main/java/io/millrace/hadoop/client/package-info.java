/** The client protocol that connects Hadoop's clients to Millrace, and its provider. */
@NullMarked
package io.millrace.hadoop.client;

import org.jspecify.annotations.NullMarked;
