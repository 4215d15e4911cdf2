// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.majority;

import io.graphember.spi.error.GraphemberException;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.ignite.Ignite;

/**
 * Where a cluster keeps the set of its storage nodes. Safe for use by several threads and nodes.
 */
public interface StorageNodes {
  /** The set now. */
  NodeSet now();

  /**
   * Removes a node that is lost for good. Needs no majority: it is what brings one back.
   *
   * @param node its consistent id
   * @throws GraphemberException with code {@link io.graphember.ignite.NodeError#NODE_ALIVE}, {@link
   *     io.graphember.ignite.NodeError#NODE_UNKNOWN} or {@link
   *     io.graphember.ignite.NodeError#NODE_IN_BASELINE}
   */
  void forget(String node);

  /** What removes a lost node from the set, for messages. */
  String remedy();

  /** Consistent ids of the server nodes in the topology. */
  static Set<String> topology(Ignite ignite) {
    return ignite.cluster().forServers().nodes().stream()
        .map(node -> String.valueOf(node.consistentId()))
        .collect(Collectors.toSet());
  }
}
