/**
 * The demo: text, Hadoop's published WordCount on Millrace, and what came out, in a form that a
 * person reads.
 */
@NullMarked
package io.millrace.cli.demo;

import org.jspecify.annotations.NullMarked;
