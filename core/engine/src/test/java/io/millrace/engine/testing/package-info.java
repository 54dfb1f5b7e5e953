/**
 * What tests of several packages share: jobs over plain bytes, key orders, and a way to wait for a
 * condition.
 */
@NullMarked
package io.millrace.engine.testing;

import org.jspecify.annotations.NullMarked;
