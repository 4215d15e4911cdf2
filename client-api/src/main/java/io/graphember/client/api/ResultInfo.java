// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the runs of one job have left of a graph.
 *
 * @param graph name of the graph
 * @param job name of the job
 * @param version the newest version of all of it: of two results the later has the higher one
 * @param created when the newest of it became current, in ms since 1970; null if that is not known
 * @param tables publications, and tables and learnable embeddings that other jobs start from
 * @param model the trained model; null if there is none
 * @param previous what was current of it before, which can be put back; null if nothing is kept
 * @param owner user who has submitted the job last; null where the cluster knows no users
 */
public record ResultInfo(
    String graph,
    String job,
    long version,
    @Nullable Long created,
    List<Table> tables,
    @Nullable Model model,
    @Nullable Previous previous,
    @Nullable String owner) {
  /** The same results with their owner. */
  public ResultInfo ownedBy(Optional<String> user) {
    return new ResultInfo(graph, job, version, created, tables, model, previous, user.orElse(null));
  }

  /**
   * Results in a cache of their own.
   *
   * @param name the kind, or {@code KIND.TYPE} where there are several vertex types
   * @param cache the cache
   * @param graphVersion version of the graph that they are of
   * @param entries number of entries
   * @param bytes memory or disk on all nodes, backups among them: the number of entries on each
   *     node by the mean size of some of them. What a cache costs without an entry is not in it
   * @param created when they became current, in ms since 1970; null if that is not known
   */
  public record Table(
      String name,
      String cache,
      long graphVersion,
      long entries,
      long bytes,
      @Nullable Long created) {}

  /**
   * A trained model.
   *
   * @param graphVersion version of the graph that it was trained on
   * @param bytes of its parameters; every server node has a copy
   * @param created when it became current, in ms since 1970; null if that is not known
   */
  public record Model(long graphVersion, long bytes, @Nullable Long created) {}

  /**
   * What was current before.
   *
   * @param tables as those that are current; one that is current still is among both
   * @param model the model; null if there was none
   */
  public record Previous(List<Table> tables, @Nullable Model model) {}

  /** Bytes of all tables, those that were current before among them. */
  public long tableBytes() {
    return Stream.concat(
            tables.stream(), previous == null ? Stream.of() : previous.tables().stream())
        .collect(Collectors.toMap(Table::cache, Table::bytes, (one, same) -> one))
        .values()
        .stream()
        .mapToLong(Long::longValue)
        .sum();
  }
}
