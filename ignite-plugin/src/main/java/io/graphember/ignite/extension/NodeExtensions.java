// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.extension;

import io.graphember.config.SettingsDocument;
import io.graphember.config.SettingsReference;
import io.graphember.jobs.NodeError;
import io.graphember.spi.batch.BatchPolicy;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.model.Architecture;
import jakarta.inject.Inject;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.ignite.Ignite;
import org.apache.ignite.cluster.ClusterNode;

/**
 * The models and policies of batches that each server node finds in its libs, as attributes of the
 * node: a job that names one which a node does not know is refused before its graph is loaded.
 */
public final class NodeExtensions {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");

  private static final List<Kind> KINDS =
      List.of(
          new Kind(
              "model.type",
              "architecture",
              Architecture.class,
              "graphember.architectures",
              NodeError.ARCHITECTURE_MISSING),
          new Kind(
              "training.batch.type",
              "policy of batches",
              BatchPolicy.class,
              "graphember.batchPolicies",
              NodeError.POLICY_MISSING));

  /**
   * What a jar may bring.
   *
   * @param setting that names it
   * @param word for it, in a message
   * @param service its interface
   * @param attribute of a node, with the names that the node has
   * @param missing the error if a node lacks one
   */
  private record Kind(
      String setting, String word, Class<?> service, String attribute, NodeError missing) {
    List<String> names(ClusterNode node) {
      return Arrays.asList(node.<String>attribute(attribute).split(","));
    }
  }

  private final Ignite ignite;

  /** Those of a node's cluster. */
  @Inject
  public NodeExtensions(Ignite ignite) {
    this.ignite = ignite;
  }

  /**
   * A node's attributes with what it has.
   *
   * @param attributes those it had
   */
  public static Map<String, Object> attributes(Map<String, Object> attributes) {
    Map<String, Object> all = new HashMap<>(attributes);
    for (Kind kind : KINDS) {
      try {
        all.put(kind.attribute, String.join(",", SettingsReference.tags(kind.service)));
      } catch (GraphemberException e) {
        // A jar that cannot be used: every job says so, where its settings are read.
      }
    }
    return all;
  }

  /**
   * Refuses a job that names what a server node lacks.
   *
   * @param job not checked yet
   * @throws GraphemberException with code {@link NodeError#ARCHITECTURE_MISSING} or {@link
   *     NodeError#POLICY_MISSING}
   */
  public void require(SettingsDocument job) {
    for (Kind kind : KINDS) {
      job.text(kind.setting)
          .filter(name -> NAME.matcher(name).matches())
          .ifPresent(name -> require(kind, name));
    }
  }

  private void require(Kind kind, String name) {
    List<ClusterNode> lacking =
        ignite.cluster().forServers().nodes().stream()
            .filter(node -> node.attribute(kind.attribute) != null)
            .filter(node -> !kind.names(node).contains(name))
            .toList();
    if (!lacking.isEmpty()) {
      throw new GraphemberException(
          kind.missing,
          "%s = %s: that %s is not on the server nodes %s, which have %s: put its jar into libs of every node and start them again."
              .formatted(
                  kind.setting,
                  name,
                  kind.word,
                  lacking.stream()
                      .map(node -> node.consistentId().toString())
                      .collect(Collectors.joining(", ")),
                  String.join(", ", kind.names(lacking.get(0)))));
    }
  }
}
