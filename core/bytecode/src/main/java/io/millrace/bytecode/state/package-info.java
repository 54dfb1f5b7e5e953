/** The calls by which a job's code changes state of the process outside its own classes. */
@NullMarked
package io.millrace.bytecode.state;

import org.jspecify.annotations.NullMarked;
