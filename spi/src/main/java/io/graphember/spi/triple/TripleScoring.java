// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.triple;

/**
 * How well a triple (head, relation, tail) holds. What is known of it, one entity and the relation,
 * is made into a query, a row as wide as those of entities, and the query is compared with the row
 * of the entity at the other end: with the true one, with negatives, or with all. So a function
 * never sees more than one entity and one relation, and all that is done for many is done by
 * Graphember: negatives of a chunk, ranks among all entities, the best candidates.
 *
 * <p>For both ends the score of a triple must be the same, {@code compare(query(TAIL, h, r), t) =
 * compare(query(HEAD, t, r), h)}, unless relations have rows of their own for each direction
 * (reciprocal relations).
 *
 * <p>A user's function is a public class with a public constructor without parameters, named in
 * {@code META-INF/services/io.graphember.spi.triple.TripleScoring} of a jar in {@code libs}. It is
 * immutable and safe for any thread. {@code TripleScoringContract} of the testkit shows whether it
 * keeps to what is said here.
 */
public interface TripleScoring {
  /** Name in job files: letters, digits, '-' and '_'. */
  String name();

  /** How queries are compared with entities. */
  Comparison comparison();

  /**
   * Floats of the row of a relation.
   *
   * @param dim floats of the row of an entity
   */
  default int relationDim(int dim) {
    return dim;
  }

  /** True if rows are complex numbers, so that {@code dim} must be even. */
  default boolean complex() {
    return comparison() == Comparison.MODULUS;
  }

  /**
   * The rows of relations begin with uniform numbers up to this, either way.
   *
   * @param entities what the rows of entities begin with
   */
  default float relationRange(float entities) {
    return entities;
  }

  /**
   * Makes a query.
   *
   * @param missing the end that is asked for; {@code entity} is at the other one
   * @param entity row of the entity from {@code e} on, {@code dim} floats
   * @param relation row of the relation from {@code r} on, {@link #relationDim} floats
   * @param query receives {@code dim} floats from {@code q} on
   */
  void query(
      End missing, float[] entity, int e, float[] relation, int r, float[] query, int q, int dim);

  /**
   * Adds the gradients of the entity and of the relation, by the chain rule.
   *
   * @param missing as for the query
   * @param entity row of the entity, from {@code e} on
   * @param entityGradient takes its gradient, at the same place
   * @param relation row of the relation, from {@code r} on
   * @param relationGradient takes its gradient, at the same place
   * @param queryGradient gradient of the query, from {@code q} on
   */
  void addGradients(
      End missing,
      float[] entity,
      float[] entityGradient,
      int e,
      float[] relation,
      float[] relationGradient,
      int r,
      float[] queryGradient,
      int q,
      int dim);
}
