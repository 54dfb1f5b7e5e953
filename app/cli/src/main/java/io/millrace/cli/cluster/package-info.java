/** Jobs on a configured Hadoop cluster, with Millrace's plug-ins in their tasks. */
@NullMarked
package io.millrace.cli.cluster;

import org.jspecify.annotations.NullMarked;
