/** The live page as a browser and as other programs of the machine see it. */
@NullMarked
package io.millrace.ui.live;

import org.jspecify.annotations.NullMarked;
