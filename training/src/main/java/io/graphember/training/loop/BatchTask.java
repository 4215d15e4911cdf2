// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.loop;

import io.graphember.training.job.HopRules;
import io.graphember.training.task.LabeledVertices;
import java.util.Optional;

/**
 * One batch to be sampled.
 *
 * @param vertices seeds and their classes; may be empty
 * @param rules which neighbours it takes
 * @param key key of the batch's random streams
 * @param scale factor of the loss sum
 * @param edges edges that are to be drawn and predicted; empty to predict classes
 */
record BatchTask(
    LabeledVertices vertices, HopRules rules, long key, float scale, Optional<Edges> edges) {
  /** A batch of vertices and their classes. */
  BatchTask(LabeledVertices vertices, HopRules rules, long key, float scale) {
    this(vertices, rules, key, scale, Optional.empty());
  }

  /**
   * Edges that are to be drawn.
   *
   * @param count how many, 0 or more
   * @param valid true for those of validation
   */
  record Edges(int count, boolean valid) {}
}
