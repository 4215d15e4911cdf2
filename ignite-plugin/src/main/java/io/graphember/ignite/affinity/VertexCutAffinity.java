// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.affinity;

import io.graphember.graph.id.BlockKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.ignite.Ignite;
import org.apache.ignite.cache.affinity.AffinityCentralizedFunction;
import org.apache.ignite.cache.affinity.AffinityFunction;
import org.apache.ignite.cache.affinity.AffinityFunctionContext;
import org.apache.ignite.cluster.ClusterNode;
import org.apache.ignite.configuration.DataRegionConfiguration;
import org.apache.ignite.configuration.DataStorageConfiguration;
import org.apache.ignite.resources.IgniteInstanceResource;
import org.jspecify.annotations.Nullable;

/**
 * The affinity function of a graph's caches: {@code partition(key) = key >>> 40}; partitions are
 * dealt to nodes by their edges, see {@link PartitionDealer}.
 *
 * <p>In memory what it answers depends on what it answered before, which a node that joins does not
 * know: it is told instead of asked. Were it asked, it would move partitions on its own.
 *
 * <p>With persistence Ignite asks for the nodes of the baseline, here or not, and each node asks by
 * itself, also one that was away and does not know what was answered. So the answer depends on
 * these nodes alone, and partitions move when the baseline changes. Where two nodes had different
 * answers, Ignite would end one of them.
 *
 * <p>Immutable, equal for all caches of one graph, serialised into their configuration.
 */
@AffinityCentralizedFunction
public final class VertexCutAffinity implements AffinityFunction {
  private static final long serialVersionUID = 1L;

  private final long[] partitionEdges;

  @IgniteInstanceResource private transient @Nullable Ignite ignite; // null before it is in a node

  /**
   * The function of one graph.
   *
   * @param partitionEdges edges of each partition, its weight
   */
  public VertexCutAffinity(long[] partitionEdges) {
    this.partitionEdges = partitionEdges.clone();
  }

  /** Edges of each partition. */
  public long[] edges() {
    return partitionEdges.clone();
  }

  @Override
  public void reset() {
    // No state.
  }

  @Override
  public int partitions() {
    return partitionEdges.length;
  }

  @Override
  public int partition(Object key) {
    return BlockKey.partition((Long) key);
  }

  @Override
  public List<List<ClusterNode>> assignPartitions(AffinityFunctionContext context) {
    List<ClusterNode> nodes = new ArrayList<>(context.currentTopologySnapshot());
    // By name, not by age: after a restart of all nodes the same answer comes without a history.
    nodes.sort(Comparator.comparing(node -> String.valueOf(node.consistentId())));
    Map<UUID, Integer> numbers = new HashMap<>();
    for (int n = 0; n < nodes.size(); n++) {
      numbers.put(nodes.get(n).id(), n);
    }
    final boolean history = !persistent();
    long[] weights = new long[partitionEdges.length];
    List<List<Integer>> previous = new ArrayList<>();
    for (int p = 0; p < weights.length; p++) {
      weights[p] = partitionEdges[p] + 1;
      previous.add(history ? alive(context.previousAssignment(p), numbers) : List.of());
    }
    List<List<ClusterNode>> assignment = new ArrayList<>();
    if (nodes.isEmpty()) {
      return Collections.nCopies(weights.length, List.of());
    }
    for (List<Integer> holders :
        new PartitionDealer(weights, nodes.size(), context.backups() + 1).deal(previous)) {
      assignment.add(holders.stream().map(nodes::get).toList());
    }
    return assignment;
  }

  /** Whether the nodes are those of a baseline, which does not follow who is here. */
  private boolean persistent() {
    if (ignite == null) {
      return false;
    }
    final DataStorageConfiguration storage = ignite.configuration().getDataStorageConfiguration();
    final DataRegionConfiguration[] others = storage.getDataRegionConfigurations();
    return storage.getDefaultDataRegionConfiguration().isPersistenceEnabled()
        || others != null
            && Arrays.stream(others).anyMatch(DataRegionConfiguration::isPersistenceEnabled);
  }

  private static List<Integer> alive(
      @Nullable List<ClusterNode> previous, Map<UUID, Integer> numbers) {
    List<Integer> alive = new ArrayList<>();
    if (previous != null) {
      for (ClusterNode node : previous) {
        Integer number = numbers.get(node.id());
        if (number != null) {
          alive.add(number);
        }
      }
    }
    return alive;
  }

  @Override
  public void removeNode(UUID nodeId) {
    // No state.
  }
}
