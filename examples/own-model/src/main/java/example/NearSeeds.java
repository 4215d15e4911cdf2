// SPDX-License-Identifier: Apache-2.0
package example;

import io.graphember.spi.CounterRandom;
import io.graphember.spi.batch.BatchKeys;
import io.graphember.spi.batch.BatchPolicy;
import io.graphember.spi.batch.BatchView;
import io.graphember.spi.batch.GraphAccess;
import io.graphember.spi.batch.SubgraphChooser;
import io.graphember.spi.batch.SubgraphSizes;
import io.graphember.spi.setting.Setting;
import io.graphember.spi.setting.Tag;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.Arrays;

/**
 * Some vertices to train on and all that is one hop around them, with all edges between these.
 *
 * @param seeds vertices to train on of a batch of one trainer
 */
@Tag("near-seeds")
public record NearSeeds(
    @Setting(value = "Vertices to train on of a batch of one trainer.", byDefault = "64")
        @Min(1)
        @Max(1_000_000)
        int seeds)
    implements BatchPolicy, SubgraphChooser {

  /** With the setting that is the default. */
  public NearSeeds() {
    this(64);
  }

  @Override
  public BatchView view() {
    return new BatchView.Subgraphs(this);
  }

  @Override
  public int batches(SubgraphSizes sizes) {
    final long inStep = (long) seeds * sizes.trainers();
    return (int) Math.max(1, (sizes.seeds() + inStep - 1) / inStep);
  }

  @Override
  public int boundaryHops() {
    return 1;
  }

  @Override
  public long[] vertices(GraphAccess graph, int epoch, int batch, int batches, BatchKeys keys) {
    long[] own = graph.seeds().clone();
    CounterRandom.shuffle(own, keys.epoch());
    return Arrays.copyOfRange(
        own,
        (int) ((long) own.length * batch / batches),
        (int) ((long) own.length * (batch + 1) / batches));
  }
}
