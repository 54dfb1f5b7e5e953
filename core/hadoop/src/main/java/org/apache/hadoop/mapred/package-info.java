/** Millrace's access to package-private parts of Hadoop; nothing else belongs here. */
@NullMarked
package org.apache.hadoop.mapred;

import org.jspecify.annotations.NullMarked;
