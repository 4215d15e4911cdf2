// SPDX-License-Identifier: Apache-2.0
/** How good embeddings are: what simple models make of them. */
@NullMarked
package io.graphember.training.evaluation;

import org.jspecify.annotations.NullMarked;
