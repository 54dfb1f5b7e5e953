/** Jobs of Hadoop's local runner, with and without the plug-ins. */
@NullMarked
package io.millrace.cluster.testing;

import org.jspecify.annotations.NullMarked;
