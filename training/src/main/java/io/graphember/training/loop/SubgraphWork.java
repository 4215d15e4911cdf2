// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.loop;

import io.graphember.sampling.op.ExcludedEdges;
import io.graphember.spi.batch.GraphAccess;
import io.graphember.spi.batch.SubgraphChooser;
import io.graphember.training.job.sampling.HopRules;
import io.graphember.training.task.LabeledVertices;

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
    SubgraphSeeds.Chosen chosen =
        seeds.among(
            chooser.vertices(graph, batch.epoch(), batch.batch(), batch.batches(), batch.keys()));
    sampler.learn(chosen.seeds().size());
    sampler.start(chosen.vids(), HopRules.in(), ExcludedEdges.NONE, key);
    return chosen.seeds();
  }

  void close() {
    sampler.close();
  }
}
