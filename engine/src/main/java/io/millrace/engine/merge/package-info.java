/** Many runs into one ordered sequence of records, and that into groups. */
@NullMarked
package io.millrace.engine.merge;

import org.jspecify.annotations.NullMarked;
