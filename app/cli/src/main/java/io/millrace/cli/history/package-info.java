/** Listing, showing and comparing past jobs. */
@NullMarked
package io.millrace.cli.history;

import org.jspecify.annotations.NullMarked;
