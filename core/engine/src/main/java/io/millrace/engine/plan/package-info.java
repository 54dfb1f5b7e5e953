/**
 * The choices made for a job, with their reasons: the engine's configuration keys and the planner
 * that reads them.
 */
@NullMarked
package io.millrace.engine.plan;

import org.jspecify.annotations.NullMarked;
