// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.loop;

import io.graphember.sampling.SamplingError;
import io.graphember.sampling.batch.EdgeNeighborhood;
import io.graphember.sampling.op.ExcludedEdges;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.batch.BatchKeys;
import io.graphember.spi.batch.GraphAccess;
import io.graphember.spi.batch.SubgraphChooser;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.sampling.HopRules;
import io.graphember.training.subgraph.SubgraphSeeds;
import io.graphember.training.task.LabeledVertices;
import java.util.Optional;

/**
 * Makes batches that are subgraphs, one after the other. Used by one thread at a time.
 *
 * @param chooser chooses their vertices
 * @param graph what it may ask
 * @param seeds of the trainer
 * @param sampler takes the edges between them
 */
record SubgraphWork(
    SubgraphChooser chooser, GraphAccess graph, SubgraphSeeds seeds, SubgraphSampler sampler) {
  /**
   * Chooses the vertices of a batch, and starts to sample their edges.
   *
   * @return those that something is learned of
   */
  LabeledVertices start(BatchTask.Subgraph batch, long key) {
    final long[] vertices =
        chooser.vertices(graph, batch.epoch(), batch.batch(), batch.batches(), batch.keys());
    final long most = chooser.mostVertices(seeds.sizes());
    if (vertices.length > most) {
      throw new GraphemberException(
          SamplingError.BATCH_TOO_LARGE,
          "A subgraph has %d vertices, and memory was reserved for %d, the most that its policy names: lower the size of batches in training.batch."
              .formatted(vertices.length, most));
    }
    SubgraphSeeds.Chosen chosen = seeds.among(vertices);
    sampler.learn(chosen.seeds().size());
    sampler.start(chosen.vids(), new long[0], HopRules.in(), ExcludedEdges.NONE, key);
    return chosen.seeds();
  }

  /** A subgraph that nothing is learned of, with all of its edges in its last hop. */
  EdgeNeighborhood draw(int number, int count, long key) {
    final BatchKeys keys =
        new BatchKeys(CounterRandom.child(key, 0), CounterRandom.child(key, 1, number));
    start(new BatchTask.Subgraph(0, number, count, keys), key);
    sampler.nextHop();
    return sampler.result();
  }

  /**
   * Weights of a batch's seeds, such that those of an epoch count as often as they are trained on.
   *
   * @param batches of the trainer in an epoch
   * @return float32[seeds]; empty if all count alike
   */
  Optional<float[]> weights(LabeledVertices ofBatch, int batches) {
    return seeds
        .counts()
        .map(
            counts -> {
              float[] weights = new float[ofBatch.size()];
              for (int i = 0; i < weights.length; i++) {
                weights[i] = counts.inverseShare(ofBatch.vids()[i]) / batches;
              }
              return weights;
            });
  }

  void close() {
    sampler.close();
  }
}
