// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.majority;

import io.graphember.spi.error.GraphemberException;

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
   * @throws GraphemberException with code {@link io.graphember.jobs.NodeError#NODE_ALIVE}, {@link
   *     io.graphember.jobs.NodeError#NODE_UNKNOWN} or {@link
   *     io.graphember.jobs.NodeError#NODE_IN_BASELINE}
   */
  void forget(String node);

  /** What removes a lost node from the set, for messages. */
  String remedy();
}
