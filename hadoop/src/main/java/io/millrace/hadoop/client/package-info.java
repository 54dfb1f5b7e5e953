/** How a Hadoop client finds and talks to Millrace: the provider and the client protocol. */
@NullMarked
package io.millrace.hadoop.client;

import org.jspecify.annotations.NullMarked;
