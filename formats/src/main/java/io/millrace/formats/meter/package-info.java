/** How often loops over records look up, and what of them is measured as reading and writing. */
@NullMarked
package io.millrace.formats.meter;

import org.jspecify.annotations.NullMarked;
