package io.millrace.engine.shuffle.input;

import io.millrace.engine.run.Place;
import io.millrace.engine.run.Run;

/** A run with the place of its first records. */
record PlacedRun(Place place, Run run) {}
