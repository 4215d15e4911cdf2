// SPDX-License-Identifier: Apache-2.0
/** How trainers of embeddings take steps, whatever they train: rows, gradients, and counts. */
@NullMarked
package io.graphember.training.embedding.step;

import org.jspecify.annotations.NullMarked;
