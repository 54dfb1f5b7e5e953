/** What a process of Millrace has one of, and how the process ends. Knows none of its parts. */
@NullMarked
package io.millrace.files.process;

import org.jspecify.annotations.NullMarked;
