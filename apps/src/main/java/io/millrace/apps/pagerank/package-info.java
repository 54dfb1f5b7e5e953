/** PageRank: how often someone who follows links at random comes to a page. */
@NullMarked
package io.millrace.apps.pagerank;

import org.jspecify.annotations.NullMarked;
