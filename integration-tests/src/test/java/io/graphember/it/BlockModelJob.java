// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import io.graphember.training.job.JobSettings;

/** A job on a generated graph, small enough to run in seconds. */
public final class BlockModelJob {
  public static final String GRAPH = "blocks";
  public static final String NAME = "blocks-sage";
  public static final int VERTICES = 800;

  /** Gives every vertex all of its words: a graph of many words takes much room then. */
  static final String DENSE = "source.normalize=standardize";

  private static final String YAML =
      """
      name: blocks-sage
      source:
        type: block-model
        vertices: 800
        classes: 4
        words: 60
        degree: 8
        seed: 3
      graph:
        name: blocks
        partitions: 8
        dropDuplicates: true
        dropSelfLoops: true
      model: {type: graphsage, hidden: 16, inputDropout: 0.1, hiddenDropout: 0.3}
      task:
        split: {train: 0.2, valid: 0.2, test: 0.6}
      training:
        epochs: 6
        batchSize: 16
        trainers: 1
        fanouts: [5, 4]
        evaluationFanouts: [10, 10]
        evaluationBatchSize: 128
        baseline: false
      """;

  private BlockModelJob() {}

  public static JobSettings settings(String... assignments) {
    return Jobs.parse(YAML, assignments);
  }
}
