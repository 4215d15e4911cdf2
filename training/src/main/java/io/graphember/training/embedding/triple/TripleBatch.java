// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.triple;

import io.graphember.training.embedding.step.TouchedRows;
import java.util.List;

/**
 * What one step of one trainer trains with: triples in chunks that share negatives. Entities and
 * relations have numbers in the batch.
 *
 * @param entities id of each distinct entity
 * @param relations id of each distinct row of a relation
 * @param heads number of the head of each triple
 * @param tails number of the tail of each triple
 * @param forward number of the row of each triple's relation
 * @param backward number of the row that heads are asked for with; the same array where relations
 *     have one row
 * @param negatives numbers of entities: those of the tails of chunk 0, of its heads, of the tails
 *     of chunk 1, and so on
 * @param known whether each negative of the first of these makes a triple of the graph with triple
 *     0 of its chunk, with triple 1, and so on; then of the others; empty if nobody has looked
 */
public record TripleBatch(
    long[] entities,
    long[] relations,
    int[] heads,
    int[] tails,
    int[] forward,
    int[] backward,
    int[] negatives,
    boolean[] known) {
  /** Triples. */
  int size() {
    return heads.length;
  }

  /** The rows that it touches: of entities, then of relations. */
  List<TouchedRows> touched(TriplePlan plan) {
    return List.of(
        new TouchedRows(TriplePlan.ENTITIES, plan.dim(), entities, entities.length),
        new TouchedRows(TriplePlan.RELATIONS, plan.relationDim(), relations, relations.length));
  }
}
