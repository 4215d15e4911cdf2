// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api.node;

import java.util.List;

/**
 * Who answers.
 *
 * @param version version of Graphember
 * @param protocol version of the service
 * @param ignite version of Ignite
 * @param java version of Java
 * @param nodes server nodes in the cluster
 * @param backends backends installed on the answering node
 */
public record ClusterInfo(
    String version, int protocol, String ignite, String java, int nodes, List<String> backends) {}
