// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.affinity;

import java.util.HashMap;
import java.util.Map;
import org.apache.ignite.cluster.BaselineNode;
import org.apache.ignite.cluster.ClusterNode;
import org.apache.ignite.lang.IgnitePredicate;
import org.jspecify.annotations.Nullable;

/**
 * What a server node is for, as an Ignite node attribute; a node is both unless its configuration
 * says otherwise. As a predicate it is the node filter of caches, so it travels in their
 * configuration.
 */
public enum NodeRole implements IgnitePredicate<ClusterNode> {
  /** Owns partitions of graphs and published results. */
  STORAGE("graphember.storage"),
  /** Runs trainers and publishers. */
  TRAINER("graphember.trainer");

  private final String attribute;

  NodeRole(String attribute) {
    this.attribute = attribute;
  }

  /**
   * A node's attributes with its roles.
   *
   * @param attributes those it had, or null
   */
  public static Map<String, Object> attributes(
      @Nullable Map<String, ?> attributes, boolean storage, boolean trainer) {
    Map<String, Object> all = new HashMap<>(attributes == null ? Map.of() : attributes);
    all.put(STORAGE.attribute, storage);
    all.put(TRAINER.attribute, trainer);
    return all;
  }

  @Override
  public boolean apply(ClusterNode node) {
    return Boolean.TRUE.equals(node.<Boolean>attribute(attribute));
  }

  /** True if a node of Ignite's baseline has the role, also one that is away. */
  public boolean ofBaseline(BaselineNode node) {
    return Boolean.TRUE.equals(node.<Boolean>attribute(attribute));
  }
}
