/** Millrace's access to what Hadoop keeps to its own package; nothing else belongs here. */
@NullMarked
package org.apache.hadoop.mapred;

import org.jspecify.annotations.NullMarked;
