// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.loop;

import io.graphember.spi.CounterRandom;
import io.graphember.spi.batch.BatchKeys;
import io.graphember.spi.batch.SubgraphChooser;
import io.graphember.spi.batch.SubgraphSizes;
import io.graphember.training.job.TrainingParameters;
import io.graphember.training.task.DealtVertices;

/**
 * Batches that are subgraphs to train on; what is measured comes in batches of vertices. An epoch
 * has as many steps as the policy says, and the loss of a step counts so that those of an epoch add
 * up to that of all seeds, whichever subgraph has them.
 */
final class SubgraphSchedule extends BatchSchedule {
  private static final long SUBGRAPH_TAG = 6;

  private final int steps;
  private final float scale;

  SubgraphSchedule(
      TrainingParameters parameters,
      SubgraphChooser chooser,
      SubgraphSizes sizes,
      DealtVertices train,
      DealtVertices valid,
      int rank) {
    super(parameters, train, valid, rank, sizes.trainers());
    steps = chooser.batches(sizes);
    scale = (float) steps / train.total();
  }

  @Override
  int trainSteps() {
    return steps;
  }

  @Override
  BatchTask trainTask(int ofEpoch, int ofStep) {
    final long seed = parameters.seed();
    final long key = CounterRandom.child(seed, BATCH_TAG, ofEpoch, number(ofStep));
    return new BatchTask(
        new BatchTask.Subgraph(
            ofEpoch,
            ofStep,
            steps,
            new BatchKeys(
                CounterRandom.child(seed, SUBGRAPH_TAG, ofEpoch, rank),
                CounterRandom.child(key, SUBGRAPH_TAG))),
        parameters.rules(),
        key,
        scale);
  }
}
