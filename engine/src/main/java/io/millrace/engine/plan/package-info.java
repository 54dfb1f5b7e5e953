/**
 * What is chosen for one job, and why: the configuration keys of the engine and the planner over
 * them.
 */
@NullMarked
package io.millrace.engine.plan;

import org.jspecify.annotations.NullMarked;
