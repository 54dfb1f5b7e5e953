/** Which shuffle suits which load: Hone's questions, put to the engine with Hone's generator. */
@NullMarked
package io.millrace.bench.shuffles;

import org.jspecify.annotations.NullMarked;
