/**
 * Local paths on a machine with other users: checks that no other user can redirect a path, and
 * decides what to do if one can. Depends on {@code config} only.
 */
@NullMarked
package io.millrace.files.local;

import org.jspecify.annotations.NullMarked;
