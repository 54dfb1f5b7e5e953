/**
 * How the workers of a gang find each other, and how messages get from one to another. Knows
 * nothing of what is in them.
 */
@NullMarked
package io.millrace.collective.transport;

import org.jspecify.annotations.NullMarked;
