/** The self-join that the a-priori algorithm finds its candidates with. */
@NullMarked
package io.millrace.apps.join;

import org.jspecify.annotations.NullMarked;
