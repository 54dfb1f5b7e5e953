/**
 * The output of map tasks, folded by key, in an order that does not depend on which task finishes
 * first.
 */
@NullMarked
package io.millrace.collective.table;

import org.jspecify.annotations.NullMarked;
