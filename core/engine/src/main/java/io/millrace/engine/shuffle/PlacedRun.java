package io.millrace.engine.shuffle;

import io.millrace.engine.run.Run;

/** A run with the place of its first records. */
record PlacedRun(Place place, Run run) {}
