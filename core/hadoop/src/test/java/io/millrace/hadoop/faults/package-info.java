/** What happens when something goes wrong: user code, disks, input, configuration, and kills. */
@NullMarked
package io.millrace.hadoop.faults;

import org.jspecify.annotations.NullMarked;
