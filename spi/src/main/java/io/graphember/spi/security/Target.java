// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.security;

import java.util.Optional;

/**
 * What an operation is done to: a graph, what a job makes of a graph, or the cluster.
 *
 * @param graph name of the graph; empty for the cluster
 * @param job name of the job; empty for the graph itself
 */
public record Target(Optional<String> graph, Optional<String> job) {
  /** The cluster. */
  public static final Target CLUSTER = new Target(Optional.empty(), Optional.empty());

  /** A graph. */
  public static Target graph(String name) {
    return new Target(Optional.of(name), Optional.empty());
  }

  /** A job on a graph. */
  public static Target job(String graph, String name) {
    return new Target(Optional.of(graph), Optional.of(name));
  }

  /** For messages: {@code graph cora}, {@code job cora-gcn of graph cora}, {@code the cluster}. */
  @Override
  public String toString() {
    return graph
        .map(name -> job.map(j -> "job " + j + " of ").orElse("") + "graph " + name)
        .orElse("the cluster");
  }
}
