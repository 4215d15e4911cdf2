// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.config.SettingsReference;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.batch.BatchKeys;
import io.graphember.spi.batch.BatchPolicy;
import io.graphember.spi.batch.BatchView;
import io.graphember.spi.batch.SubgraphChooser;
import io.graphember.spi.batch.SubgraphSizes;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/**
 * What every policy of batches keeps. An implementor extends this class and returns the policy. Its
 * subgraphs are those of a graph in memory of 240 vertices, every third of which is trained on.
 * Takes a second.
 */
public abstract class BatchPolicyContract {
  private static final long KEY = 20_261_124;
  private static final int EPOCHS = 3;

  /** A new instance of the policy under test. */
  protected abstract BatchPolicy policy();

  /** Job files name it, and nodes compare what they have. */
  @Test
  public void hasANameAndNoState() {
    assertThat(policy().name()).isNotBlank();
    assertThat(policy()).isEqualTo(policy()).hasSameHashCodeAs(policy());
    assertThat(SettingsReference.tags(BatchPolicy.class))
        .as("the names that META-INF/services/%s leads to", BatchPolicy.class.getName())
        .contains(policy().name());
  }

  /** All trainers make as many steps, whatever there is to train on. */
  @Test
  public void hasABatchAtLeast() {
    if (policy().view() instanceof BatchView.Subgraphs view) {
      for (long vertices : new long[] {1, 240, 1L << 40}) {
        for (int trainers : new int[] {1, 7, 1024}) {
          final SubgraphSizes sizes = new SubgraphSizes(vertices, 1 + vertices / 3, trainers);
          assertThat(view.chooser().batches(sizes)).isPositive();
          assertThat(view.chooser().mostVertices(sizes)).isBetween(1L, vertices);
          assertThat(view.chooser().countedSubgraphs(sizes)).isNotNegative();
        }
      }
      assertThat(view.chooser().boundaryHops()).isNotNegative();
    }
  }

  /** A job that goes on after a loss, and one on other nodes, must have the same batches. */
  @Test
  public void choosesTheSameVerticesAgain() {
    if (policy().view() instanceof BatchView.Subgraphs view) {
      for (int epoch = 0; epoch < EPOCHS; epoch++) {
        for (int batch = 0; batch < batches(view.chooser()); batch++) {
          final long[] vertices = vertices(view.chooser(), epoch, batch);
          assertThat(vertices).containsExactly(vertices(view.chooser(), epoch, batch));
        }
      }
    }
  }

  /** What is chosen is of the graph, and named once. */
  @Test
  public void choosesVerticesOfTheGraphOnce() {
    if (policy().view() instanceof BatchView.Subgraphs view) {
      for (int batch = 0; batch < batches(view.chooser()); batch++) {
        final long[] vertices = vertices(view.chooser(), 0, batch);
        assertThat(vertices).doesNotHaveDuplicates();
        assertThat(Arrays.stream(vertices).boxed())
            .allSatisfy(vid -> assertThat(vid).isBetween(0L, RingGraph.VERTICES - 1L));
      }
    }
  }

  /**
   * An epoch has each seed once, so that its steps add up to the loss of all. Where subgraphs are
   * counted losses have weights instead, which need that each seed comes at some time.
   */
  @Test
  public void learnsOfAllSeedsAlike() {
    if (policy().view() instanceof BatchView.Subgraphs view) {
      final int counted = view.chooser().countedSubgraphs(RingGraph.SIZES);
      final int epochs = counted > 0 ? 200 : 1;
      final int batches = batches(view.chooser());
      long[] met = new long[RingGraph.VERTICES];
      for (int epoch = 0; epoch < epochs; epoch++) {
        for (int batch = 0; batch < batches; batch++) {
          for (long vid : vertices(view.chooser(), epoch, batch)) {
            met[(int) vid]++;
          }
        }
      }
      for (long seed : new RingGraph().seeds()) {
        if (counted == 0) {
          assertThat(met[(int) seed]).as("seed %d in an epoch", seed).isEqualTo(1);
        } else {
          assertThat(met[(int) seed]).as("seed %d in 200 epochs", seed).isPositive();
        }
      }
    }
  }

  private static int batches(SubgraphChooser chooser) {
    return chooser.batches(RingGraph.SIZES);
  }

  private static long[] vertices(SubgraphChooser chooser, int epoch, int batch) {
    return chooser.vertices(
        new RingGraph(),
        epoch,
        batch,
        batches(chooser),
        new BatchKeys(CounterRandom.child(KEY, epoch), CounterRandom.child(KEY, epoch, 1 + batch)));
  }
}
