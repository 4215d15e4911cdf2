// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.auto;

import java.util.Locale;
import java.util.Optional;

/**
 * The rules by which a partitioner is chosen, the first that applies; docs/user/partitioning.md has
 * them as a table. A pure function.
 */
final class ChoiceTable {
  static final int MOST_PARTITIONS = 4096; // of adadne and of those that hold the whole graph
  static final double HUB_SHARE = 0.2;

  private final Strategy strategy;
  private final int partitions;
  private final GraphFigures graph;
  private final Needs needs;

  /**
   * The rules for a graph.
   *
   * @param needs what partitioners would take
   */
  ChoiceTable(Strategy strategy, int partitions, GraphFigures graph, Needs needs) {
    this.strategy = strategy;
    this.partitions = partitions;
    this.graph = graph;
    this.needs = needs;
  }

  /** What partitioners take of the memory of a node. */
  @FunctionalInterface
  interface Needs {
    /** Bytes of a partitioner of that name. */
    long bytes(String partitioner);
  }

  PartitionerChoice choose() {
    if (partitions == 1) {
      return new PartitionerChoice("hash-1d", "there is one partition, and nothing to cut");
    }
    if (partitions > MOST_PARTITIONS) {
      return new PartitionerChoice(
          "hdrf",
          "adadne and those that hold the graph make up to %d partitions"
              .formatted(MOST_PARTITIONS));
    }
    if (strategy == Strategy.CLUSTER_BATCH && fits("louvain")) {
      return new PartitionerChoice(
          "louvain", "batches are of clusters, and communities stay whole in a partition");
    }
    final boolean hubs = graph.hubShare() >= HUB_SHARE;
    if (strategy != Strategy.GLOBAL_BATCH && !hubs && fits("multilevel")) {
      return new PartitionerChoice(
          "multilevel", "%s, so few edges have to be cut".formatted(ends()));
    }
    if (strategy == Strategy.MINI_BATCH && hubs && graph.inSplits() > 0 && fits("blocks")) {
      return new PartitionerChoice(
          "blocks",
          "%s, and neighbourhoods of the vertices in splits stay local around these"
              .formatted(ends()));
    }
    if (fits("adadne")) {
      return new PartitionerChoice("adadne", balanced(hubs));
    }
    return new PartitionerChoice("hdrf", "adadne " + lack("adadne"));
  }

  private boolean fits(String partitioner) {
    return needs.bytes(partitioner) <= graph.freeBytes();
  }

  private String ends() {
    return String.format(
        Locale.ROOT, "%.0f %% of the edges end at 1 %% of the vertices", 100 * graph.hubShare());
  }

  /** Why vertices and edges are to balance. */
  private String balanced(boolean hubs) {
    final Optional<String> better =
        strategy == Strategy.CLUSTER_BATCH
            ? Optional.of("louvain")
            : strategy == Strategy.GLOBAL_BATCH || hubs
                ? Optional.empty()
                : Optional.of("multilevel");
    if (better.isPresent()) {
      return better.get() + " " + lack(better.get());
    }
    return strategy == Strategy.GLOBAL_BATCH
        ? "each partition computes its part of every step, and parts are equal"
        : ends() + ", and vertices and edges balance nevertheless";
  }

  private String lack(String partitioner) {
    return "would take %,d MB in a node, of which %,d are free"
        .formatted(megabytes(needs.bytes(partitioner)), megabytes(graph.freeBytes()));
  }

  private static long megabytes(long bytes) {
    return (bytes + 500_000) / 1_000_000;
  }
}
