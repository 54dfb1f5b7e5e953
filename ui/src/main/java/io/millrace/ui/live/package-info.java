/**
 * The live page: what the jobs of this process are doing, on a loopback port. Its views are those
 * of reports; nobody sees them without the token in its address.
 */
@NullMarked
package io.millrace.ui.live;

import org.jspecify.annotations.NullMarked;
