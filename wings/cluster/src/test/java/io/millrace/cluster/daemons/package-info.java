@NullMarked
package io.millrace.cluster.daemons;

import org.jspecify.annotations.NullMarked;
