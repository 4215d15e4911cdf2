// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.triple;

import io.graphember.graph.id.Vid;
import io.graphember.spi.triple.TripleScoring;
import io.graphember.tensor.table.TableRows;
import io.graphember.training.job.embedding.EmbeddingSettings;
import io.graphember.training.job.embedding.TripleMethod;

/**
 * How triples are trained. Immutable.
 *
 * @param method what the job asks for
 * @param scoring how triples are scored
 * @param dim floats of the row of an entity
 * @param batchSize triples of a batch of one trainer
 * @param negatives of either end of a chunk
 * @param relations edge types of the graph
 * @param partitions of the graph
 * @param trainers logical trainers
 * @param seed of the job
 */
public record TriplePlan(
    TripleMethod method,
    TripleScoring scoring,
    int dim,
    int batchSize,
    int negatives,
    int relations,
    int partitions,
    int trainers,
    long seed) {
  /** Table of the rows of entities. */
  public static final String ENTITIES = "vertices";

  /** Table of the rows of relations. */
  public static final String RELATIONS = "relations";

  /** How much beyond the margin distances begin (RotatE's program). */
  private static final float BEYOND = 2;

  /** The plan of a job. */
  public static TriplePlan of(
      EmbeddingSettings settings, TripleMethod method, long seed, int relations, int partitions) {
    return new TriplePlan(
        method,
        method.scoring(),
        settings.dim(),
        settings.batchSize(),
        settings.negatives(),
        relations,
        partitions,
        settings.trainers(),
        seed);
  }

  /** Triples that share negatives. */
  int chunkSize() {
    return method.triples().chunkSize();
  }

  /** True if a relation has a row for each direction. */
  boolean reciprocal() {
    return method.triples().reciprocal();
  }

  /** Most held-out triples that are ranked; 0 for none. */
  public int ranked() {
    return method.triples().ranked();
  }

  /** Floats of the row of a relation. */
  public int relationDim() {
    return scoring.relationDim(dim);
  }

  /** Floats of what is published of a relation. */
  public int relationFloats() {
    return reciprocal() ? 2 * relationDim() : relationDim();
  }

  /** Rows of relations. */
  public int relationRows() {
    return reciprocal() ? 2 * relations : relations;
  }

  /** Where the row of a relation is, as ids of vertices say it. */
  long relationId(int relation) {
    return Vid.of(
        TableRows.Numbered.partition(relation, partitions),
        TableRows.Numbered.row(relation, partitions));
  }

  /** The number of a relation's row for its reverse; only of reciprocal relations. */
  int reverse(int relation) {
    return relation + relations;
  }

  /** What the numbers of the rows of entities begin with, up to this either way. */
  public float range() {
    if (!scoring.comparison().distance()) {
      return (float) (1 / Math.sqrt(dim));
    }
    return (method.margin() + BEYOND) / (scoring.complex() ? dim / 2 : dim);
  }

  /**
   * Steps of an epoch, the same for every trainer.
   *
   * @param triples of the graph
   */
  public long stepsPerEpoch(long triples) {
    final long perStep = (long) batchSize * trainers;
    return (triples + perStep - 1) / perStep;
  }
}
