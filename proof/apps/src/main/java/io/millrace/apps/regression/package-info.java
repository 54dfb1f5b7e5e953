/** Logistic regression: how probable one of two classes is, given some numbers. */
@NullMarked
package io.millrace.apps.regression;

import org.jspecify.annotations.NullMarked;
