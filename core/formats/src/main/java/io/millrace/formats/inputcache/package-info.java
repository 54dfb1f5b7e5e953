/**
 * The input cache: records packed into slabs as serialized bytes, for the iterations of a loop and
 * for later jobs of the process that read the same.
 */
@NullMarked
package io.millrace.formats.inputcache;

import org.jspecify.annotations.NullMarked;
