/** What map tasks wrote, folded by key, in an order that does not depend on who finishes first. */
@NullMarked
package io.millrace.collective.table;

import org.jspecify.annotations.NullMarked;
