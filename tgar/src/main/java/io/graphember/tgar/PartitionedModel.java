// SPDX-License-Identifier: Apache-2.0
package io.graphember.tgar;

import io.graphember.spi.Cancellation;
import io.graphember.spi.Workers;
import io.graphember.spi.backend.ModelSpec;
import java.util.List;

/**
 * A model over a whole graph, of which this node computes some partitions (GraphTheta, section 3).
 * All nodes make the same calls in the same order; each call exchanges rows with the other nodes
 * and returns when this node's part is done. The results have the same bits on any number of nodes.
 *
 * <p>Used by one thread, which lends work to the workers.
 */
public final class PartitionedModel {
  /**
   * A model over a graph.
   *
   * @param own the partitions of this node, in ascending order; input rows of the model's width
   * @param workers threads that are lent
   * @throws io.graphember.spi.error.GraphemberException MODEL_UNSUPPORTED if the model cannot be
   *     computed by partitions
   */
  public PartitionedModel(
      ModelSpec spec,
      PartitionHosts hosts,
      List<ComputedPartition> own,
      StepPeers peers,
      Workers workers,
      Cancellation cancellation) {
    throw new UnsupportedOperationException();
  }

  /** Bytes of heap that a step takes at most, what is kept between steps included. */
  public long estimateBytes() {
    throw new UnsupportedOperationException();
  }

  /**
   * Prepares what does not change between steps; exchanges. Called once, before anything else, when
   * the memory is reserved.
   */
  public void open() {
    throw new UnsupportedOperationException();
  }

  /**
   * A step forward and back, in training mode.
   *
   * @param parameters flat, see {@link ModelSpec#layout()}
   * @param dropoutKey key of the step's masks; vertex v of partition p has the mask of row {@code
   *     (masters of the partitions before p) + v}, see {@link io.graphember.spi.backend.Dropout}
   * @param scale factor of the losses' sum, {@code 1 / all seeds} for their mean
   * @param seeds of each own partition, in order
   * @return of each own partition, in order
   */
  public List<PartitionResult> step(
      float[] parameters, long dropoutKey, float scale, List<PartitionSeeds> seeds) {
    throw new UnsupportedOperationException();
  }

  /**
   * Computes outputs in evaluation mode.
   *
   * @param parameters flat
   * @param masters of each own partition, whose outputs are wanted
   * @return of each own partition {@code [masters, outputs]}
   */
  public List<float[]> outputs(float[] parameters, List<int[]> masters) {
    throw new UnsupportedOperationException();
  }
}
