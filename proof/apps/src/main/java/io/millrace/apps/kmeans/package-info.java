/** K-means clustering by Lloyd's algorithm. */
@NullMarked
package io.millrace.apps.kmeans;

import org.jspecify.annotations.NullMarked;
