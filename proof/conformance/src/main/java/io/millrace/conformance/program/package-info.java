/** Third-party programs, run on Hadoop's local runner and on Millrace, and compared. */
@NullMarked
package io.millrace.conformance.program;

import org.jspecify.annotations.NullMarked;
