/** The engine's parts by themselves, measured with JMH. */
@NullMarked
package io.millrace.bench.parts;

import org.jspecify.annotations.NullMarked;
