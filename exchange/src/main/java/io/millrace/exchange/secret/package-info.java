/** What the workers of a gang know and nobody else. */
@NullMarked
package io.millrace.exchange.secret;

import org.jspecify.annotations.NullMarked;
