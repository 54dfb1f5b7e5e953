/**
 * What some calls in a job's classes become when these are defined: the same results, sooner. Used
 * by rewritten classes, and by who rewrites them.
 */
@NullMarked
package io.millrace.bytecode.quick;

import org.jspecify.annotations.NullMarked;
