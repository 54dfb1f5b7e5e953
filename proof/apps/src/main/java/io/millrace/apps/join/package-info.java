/** The self-join by which the a-priori algorithm finds its candidates. */
@NullMarked
package io.millrace.apps.join;

import org.jspecify.annotations.NullMarked;
