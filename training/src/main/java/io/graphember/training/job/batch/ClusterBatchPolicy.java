// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.batch;

import io.graphember.spi.CounterRandom;
import io.graphember.spi.batch.BatchKeys;
import io.graphember.spi.batch.BatchPolicy;
import io.graphember.spi.batch.BatchView;
import io.graphember.spi.batch.ClusterMethod;
import io.graphember.spi.batch.GraphAccess;
import io.graphember.spi.batch.SubgraphChooser;
import io.graphember.spi.batch.SubgraphSizes;
import io.graphember.spi.setting.Setting;
import io.graphember.spi.setting.Tag;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.util.Arrays;
import java.util.Optional;

/**
 * Some clusters of the graph in each step, with the edges within them and between them (GraphTheta,
 * section 2.3; Cluster-GCN, Chiang et al., KDD 2019, section 3.2): {@code batch: {type:
 * cluster-batch}}. Each trainer has the clusters of its own seeds, in an order that is drawn anew
 * for every epoch.
 *
 * @param clusters where they come from
 * @param clusterSize vertices of a cluster, at most
 * @param clustersPerBatch clusters of a batch of one trainer, about
 * @param boundaryHops hops by which a batch is larger than its clusters
 */
@Tag("cluster-batch")
public record ClusterBatchPolicy(
    @Setting(
            value =
                "Where clusters come from: label-propagation and louvain find them within"
                    + " partitions, louvain with more edges in them; column takes those that the"
                    + " column cluster of the vertices numbers.",
            byDefault = "label-propagation")
        @NotNull
        Clusters clusters,
    @Setting(
            value = "Vertices of a cluster, at most; a larger one of a column ends the job.",
            byDefault = "100")
        @Min(1)
        @Max(1_000_000)
        int clusterSize,
    @Setting(value = "Clusters of a batch of one trainer, about.", byDefault = "10")
        @Min(1)
        @Max(1_000_000)
        int clustersPerBatch,
    @Setting(
            value =
                "Hops by which a batch is larger than its clusters: rows of vertices beyond them"
                    + " are looked at, and nothing is learned of these.",
            byDefault = "0")
        @Min(0)
        @Max(64)
        int boundaryHops)
    implements BatchPolicy, SubgraphChooser {
  /** Clusters of 100 vertices, 10 of them in a batch, without a boundary. */
  public ClusterBatchPolicy() {
    this(Clusters.LABEL_PROPAGATION, 100, 10, 0);
  }

  @Override
  public BatchView view() {
    return new BatchView.Subgraphs(this);
  }

  /** As many as it takes for batches of all trainers together to have all clusters. */
  @Override
  public int batches(SubgraphSizes sizes) {
    final long inStep = (long) clusterSize * clustersPerBatch * sizes.trainers();
    return (int) Math.max(1, Math.min(sizes.seeds(), (sizes.vertices() + inStep - 1) / inStep));
  }

  /**
   * Clusters are at least half full but the last of a partition, so there may be three times as
   * many as full ones would be; and one trainer may have a seed in each that all have.
   */
  @Override
  public long mostVertices(SubgraphSizes sizes) {
    final long clusters = 3L * clustersPerBatch * sizes.trainers() + 1;
    return boundaryHops > 0 ? sizes.vertices() : Math.min(sizes.vertices(), clusterSize * clusters);
  }

  @Override
  public long[] vertices(GraphAccess graph, int epoch, int batch, int batches, BatchKeys keys) {
    final Optional<ClusterMethod> method = clusters.method();
    final long[] ofSeeds =
        method
            .map(found -> graph.clusters(graph.seeds(), found, clusterSize))
            .orElseGet(() -> graph.givenClusters(graph.seeds()));
    final long[] own = Arrays.stream(ofSeeds).sorted().distinct().toArray();
    CounterRandom.shuffle(own, keys.epoch());
    final long[] some =
        Arrays.copyOfRange(
            own,
            (int) ((long) own.length * batch / batches),
            (int) ((long) own.length * (batch + 1) / batches));
    return method
        .map(found -> graph.members(some, found, clusterSize))
        .orElseGet(() -> graph.givenMembers(some, clusterSize));
  }
}
