// SPDX-License-Identifier: Apache-2.0
package io.graphember.tgar.step;

import io.graphember.tgar.plan.Value;
import java.util.Map;
import java.util.Objects;

/**
 * What tiles of a partition read.
 *
 * @param facts about the partition
 * @param rows stored rows
 * @param weights the step's parameters
 * @param means of all rows of the graph, by value, as far as they are known
 * @param meanGradients gradients of these
 * @param vertices masters of the whole graph
 * @param dropoutKey key of the step's masks
 */
record StepInput(
    PartitionFacts facts,
    StoredRows rows,
    StepWeights weights,
    Map<Value, float[]> means,
    Map<Value, float[]> meanGradients,
    long vertices,
    long dropoutKey) {
  /** The mean of a value's rows, padded. */
  float[] mean(Value value) {
    return Objects.requireNonNull(means.get(value), "a mean is known before it is looked at");
  }

  /** Its gradient, padded. */
  float[] meanGradient(Value value) {
    return Objects.requireNonNull(meanGradients.get(value), "users of a mean go back first");
  }
}
