// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.architecture;

import io.graphember.config.SettingsReference;
import io.graphember.jobs.NodeError;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.model.Architecture;
import jakarta.inject.Inject;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.ignite.Ignite;
import org.apache.ignite.cluster.ClusterNode;

/**
 * The architectures of models that each server node finds in its libs, as an attribute of the node:
 * a job whose model one of them does not know is refused before its graph is loaded.
 */
public final class NodeArchitectures {
  private static final String ATTRIBUTE = "graphember.architectures";

  private final Ignite ignite;

  /** Those of a node's cluster. */
  @Inject
  public NodeArchitectures(Ignite ignite) {
    this.ignite = ignite;
  }

  /**
   * A node's attributes with what it has.
   *
   * @param attributes those it had
   */
  public static Map<String, Object> attributes(Map<String, Object> attributes) {
    Map<String, Object> all = new HashMap<>(attributes);
    try {
      all.put(ATTRIBUTE, String.join(",", SettingsReference.tags(Architecture.class)));
    } catch (GraphemberException e) {
      // A jar that cannot be used: every job says so, where its settings are read.
    }
    return all;
  }

  /**
   * Refuses an architecture that a server node lacks.
   *
   * @param name tag of the architecture
   * @throws GraphemberException with code {@link NodeError#ARCHITECTURE_MISSING}
   */
  public void require(String name) {
    List<ClusterNode> lacking =
        ignite.cluster().forServers().nodes().stream()
            .filter(node -> node.attribute(ATTRIBUTE) != null)
            .filter(node -> !names(node).contains(name))
            .toList();
    if (!lacking.isEmpty()) {
      throw new GraphemberException(
          NodeError.ARCHITECTURE_MISSING,
          "model.type = %s: that architecture is not on the server nodes %s, which have %s: put its jar into libs of every node and start them again."
              .formatted(
                  name,
                  lacking.stream()
                      .map(node -> node.consistentId().toString())
                      .collect(Collectors.joining(", ")),
                  String.join(", ", names(lacking.get(0)))));
    }
  }

  private static List<String> names(ClusterNode node) {
    return Arrays.asList(node.<String>attribute(ATTRIBUTE).split(","));
  }
}
