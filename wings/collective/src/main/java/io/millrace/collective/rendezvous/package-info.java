/** How the workers of a gang meet, wherever their tasks run. */
@NullMarked
package io.millrace.collective.rendezvous;

import org.jspecify.annotations.NullMarked;
