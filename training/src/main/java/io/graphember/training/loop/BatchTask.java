// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.loop;

import io.graphember.sampling.op.Direction;
import io.graphember.spi.batch.BatchKeys;
import io.graphember.training.job.sampling.HopRules;
import io.graphember.training.job.task.EdgePart;
import io.graphember.training.task.LabeledVertices;
import io.graphember.training.task.TypedEdges;
import java.util.Optional;

/**
 * One batch to be sampled.
 *
 * @param vertices seeds and their classes; may be empty, and is if a subgraph is to be chosen
 * @param rules which neighbours it takes
 * @param key key of the batch's random streams
 * @param scale factor of the loss sum
 * @param edges edges that are to be predicted; empty to predict classes
 * @param subgraph which subgraph is the batch; empty for a neighbourhood
 * @param divisible true if the batch may come in parts: its results are those of its seeds, one by
 *     one, as in an evaluation; a step of training is of the whole batch
 */
record BatchTask(
    LabeledVertices vertices,
    HopRules rules,
    long key,
    float scale,
    Optional<Edges> edges,
    Optional<Subgraph> subgraph,
    boolean divisible) {
  /** A batch of vertices and their classes. */
  BatchTask(LabeledVertices vertices, HopRules rules, long key, float scale) {
    this(vertices, rules, key, scale, Optional.empty(), Optional.empty(), false);
  }

  /** A batch of edges. */
  BatchTask(Edges edges, HopRules rules, long key, float scale) {
    this(LabeledVertices.NONE, rules, key, scale, Optional.of(edges), Optional.empty(), false);
  }

  /** A subgraph that is to be chosen. */
  BatchTask(Subgraph subgraph, HopRules rules, long key, float scale) {
    this(LabeledVertices.NONE, rules, key, scale, Optional.empty(), Optional.of(subgraph), false);
  }

  /** The same, which may come in parts. */
  BatchTask inParts() {
    return new BatchTask(vertices, rules, key, scale, edges, subgraph, true);
  }

  /**
   * A subgraph of a trainer.
   *
   * @param epoch from 0
   * @param batch of the trainer's batches of the epoch
   * @param batches how many these are
   */
  record Subgraph(int epoch, int batch, int batches, BatchKeys keys) {}

  /** The edges of a batch. */
  sealed interface Edges {
    /** How many, 0 or more. */
    int count();
  }

  /**
   * Edges that are to be drawn.
   *
   * @param part what they are for
   * @param run which of the edges of the graph
   */
  record DrawnEdges(int count, EdgePart part, Run run) implements Edges {
    /** Of all edges. */
    DrawnEdges(int count, EdgePart part) {
      this(count, part, Run.ALL);
    }
  }

  /**
   * A run of all edges in the order of partitions; both ends are shares of their number.
   *
   * @param from where it begins, 0 to 1
   * @param to where it ends
   */
  record Run(double from, double to) {
    static final Run ALL = new Run(0, 1);

    /** The run of one trainer: as many edges as every other one has, next to one another. */
    static Run of(int rank, int trainers) {
      return new Run((double) rank / trainers, (rank + 1.0) / trainers);
    }
  }

  /**
   * Edges that are known.
   *
   * @param direction from the end that stays in their negatives to the one that is replaced
   */
  record GivenEdges(TypedEdges edges, Direction direction) implements Edges {
    @Override
    public int count() {
      return edges.size();
    }
  }
}
