// SPDX-License-Identifier: Apache-2.0
/**
 * Vertex embeddings by skip-gram: DeepWalk, node2vec and LINE, whose rows are trained in the tables
 * of the tensor store.
 */
@NullMarked
package io.graphember.training.embedding;

import org.jspecify.annotations.NullMarked;
