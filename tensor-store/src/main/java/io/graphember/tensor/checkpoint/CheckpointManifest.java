// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.checkpoint;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a complete checkpoint consists of; written last, in one piece, in place of the one before.
 *
 * @param step last step of the job that is in it
 * @param version number of the checkpoint
 * @param graph name of the graph
 * @param graphVersion version of the graph: rows are those of its vertices
 * @param tables in the order of their names
 */
public record CheckpointManifest(
    long step, long version, String graph, long graphVersion, List<StoredTable> tables) {
  /** Copies the list. */
  public CheckpointManifest {
    tables = List.copyOf(tables);
  }

  /**
   * A manifest of what several hosts have written.
   *
   * @param parts tables of all hosts, each with the host's partitions
   */
  public static CheckpointManifest of(
      long step, long version, String graph, long graphVersion, List<StoredTable> parts) {
    Map<String, StoredTable> tables = new LinkedHashMap<>();
    parts.stream()
        .sorted(Comparator.comparing(StoredTable::name))
        .forEach(part -> tables.merge(part.name(), part, CheckpointManifest::joined));
    return new CheckpointManifest(step, version, graph, graphVersion, List.copyOf(tables.values()));
  }

  private static StoredTable joined(StoredTable some, StoredTable more) {
    List<StoredPartition> partitions = new ArrayList<>(some.partitions());
    partitions.addAll(more.partitions());
    partitions.sort(Comparator.comparingInt(StoredPartition::partition));
    return some.with(partitions);
  }

  /** A table; empty if the checkpoint does not have it. */
  public Optional<StoredTable> table(String name) {
    return tables.stream().filter(table -> table.name().equals(name)).findFirst();
  }

  /** Where the last checkpoint has the blocks of a partition; empty if it does not have it. */
  Optional<StoredPartition> partition(String table, int partition) {
    return table(table).flatMap(stored -> stored.partition(partition));
  }
}
