/** Topic models: latent Dirichlet allocation by variational inference. */
@NullMarked
package io.millrace.apps.lda;

import org.jspecify.annotations.NullMarked;
