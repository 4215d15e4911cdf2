// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.triple;

/**
 * The rows that a batch touches, and where their gradients are summed.
 *
 * @param entities row of entity i at {@code i * dim}
 * @param entityGradients takes gradients, at the same places
 * @param relations row of relation i at {@code i * relationDim}
 * @param relationGradients takes gradients, at the same places
 */
record TripleRows(
    float[] entities, float[] entityGradients, float[] relations, float[] relationGradients) {}
