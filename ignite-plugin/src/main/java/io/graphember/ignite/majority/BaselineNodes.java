// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.majority;

import io.graphember.ignite.affinity.NodeRole;
import io.graphember.ignite.cluster.IgniteCluster;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.majority.NodeSet;
import io.graphember.jobs.majority.StorageNodes;
import io.graphember.spi.error.GraphemberException;
import java.util.Collection;
import java.util.List;
import org.apache.ignite.Ignite;
import org.apache.ignite.cluster.BaselineNode;

/**
 * The storage nodes of a cluster that keeps the catalog on disk: those of Ignite's baseline. Nobody
 * but whoever runs the cluster changes it: other people's data moves with it.
 */
public final class BaselineNodes implements StorageNodes {
  private final Ignite ignite;

  /** The baseline of a node's cluster. */
  public BaselineNodes(Ignite ignite) {
    this.ignite = ignite;
  }

  @Override
  public NodeSet now() {
    final Collection<BaselineNode> baseline = ignite.cluster().currentBaselineTopology();
    final List<String> known =
        baseline == null // the cluster was never activated
            ? List.of()
            : baseline.stream()
                .filter(NodeRole.STORAGE::ofBaseline)
                .map(node -> String.valueOf(node.consistentId()))
                .toList();
    return NodeSet.of(known, new IgniteCluster(ignite).serverNames());
  }

  @Override
  public void forget(String node) {
    throw new GraphemberException(
        NodeError.NODE_IN_BASELINE,
        "node = %s: with persistence the storage nodes are those of Ignite's baseline; stop the node and run bin/control.sh --baseline remove %s."
            .formatted(node, node));
  }

  @Override
  public String remedy() {
    return "bin/control.sh --baseline remove NODE";
  }

  /** True if Ignite takes nodes out of the baseline by itself when they are away. */
  public boolean shrinks() {
    return ignite.cluster().isBaselineAutoAdjustEnabled();
  }
}
