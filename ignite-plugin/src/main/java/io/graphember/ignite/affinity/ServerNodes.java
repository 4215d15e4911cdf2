// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.affinity;

import org.apache.ignite.cluster.ClusterNode;
import org.apache.ignite.lang.IgnitePredicate;

/**
 * The nodes that offer our service: all servers, as by default. By default Ignite sends a lambda,
 * whose name no white list of its marshaller can hold.
 */
public enum ServerNodes implements IgnitePredicate<ClusterNode> {
  /** All servers. */
  ALL;

  @Override
  public boolean apply(ClusterNode node) {
    return !node.isClient();
  }
}
