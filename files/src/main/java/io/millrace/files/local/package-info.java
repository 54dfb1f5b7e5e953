/**
 * Local paths on a machine that other users work on too: which of them nobody else can turn
 * elsewhere, and what becomes of those that somebody can. Relies on {@code config} only.
 */
@NullMarked
package io.millrace.files.local;

import org.jspecify.annotations.NullMarked;
