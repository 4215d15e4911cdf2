// SPDX-License-Identifier: Apache-2.0
/**
 * Embeddings without a model, whose rows are trained in the tables of the tensor store: of vertices
 * that are near, and of triples of a knowledge graph.
 */
@NullMarked
package io.graphember.training.embedding;

import org.jspecify.annotations.NullMarked;
