// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.table;

import io.graphember.jobs.cluster.Cluster;
import io.graphember.jobs.cluster.Node;
import io.graphember.jobs.drain.NodeStates;
import io.graphember.jobs.follow.ReadKeys;
import io.graphember.jobs.transport.NodeCalls;
import io.graphember.schema.source.ReadMeter;
import io.graphember.schema.source.SourceSplit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;

/**
 * A cache as all nodes read it for this one: a partition is read by the node that has its primary
 * copy, if that takes new work, else by any that does. Who reads a partition that has moved
 * meanwhile asks the node that has it. Used by one thread.
 */
final class RemoteReads implements AutoCloseable {
  private final List<RemoteRead> reads = new ArrayList<>();
  private final int[] readerOf; // of each partition
  private final int[] placeOf; // of each partition among those of its reader

  /**
   * Has all nodes begin.
   *
   * @param numbers draws the number of the reading
   * @param keys takes the keys of the rows; empty if nobody wants them
   */
  RemoteReads(
      NodeCalls calls,
      Cluster cluster,
      NodeStates states,
      AtomicLong numbers,
      NodewiseGraph.Split split,
      ReadMeter meter,
      Optional<ReadKeys> keys) {
    keys.ifPresent(all -> all.begin(split.cache(), split.sharesCache()));
    final List<UUID> nodes =
        states.openToOld(node -> true).stream().map(Node::id).sorted().toList();
    final List<List<UUID>> copies = cluster.copies(split.cache());
    readerOf = new int[copies.size()];
    placeOf = new int[copies.size()];
    final Map<Integer, List<Integer>> partitions = new HashMap<>();
    for (int p = 0; p < readerOf.length; p++) {
      final int owner = copies.get(p).isEmpty() ? -1 : nodes.indexOf(copies.get(p).get(0));
      readerOf[p] = owner < 0 ? p % nodes.size() : owner;
      final List<Integer> ofReader =
          partitions.computeIfAbsent(readerOf[p], reader -> new ArrayList<>());
      placeOf[p] = ofReader.size();
      ofReader.add(p);
    }
    final long number = numbers.incrementAndGet();
    final SourceSplit of = split.of();
    for (int n = 0; n < nodes.size(); n++) {
      final ReadPlan plan =
          new ReadPlan(
              calls.self(),
              number,
              split.source(),
              split.header(),
              of.kind(),
              of.type(),
              of.part(),
              split.columns(),
              partitions.getOrDefault(n, List.of()).stream().mapToInt(p -> p).toArray(),
              keys.isPresent());
      reads.add(
          new RemoteRead(
              calls,
              nodes.get(n),
              plan,
              of.name(),
              meter,
              hashes -> keys.ifPresent(all -> all.add(split.cache(), hashes))));
    }
  }

  /** Hands on all pieces in order of their partitions, with the names of the labels in them. */
  void each(BiConsumer<byte[], List<String>> pieces) {
    for (int p = 0; p < readerOf.length; p++) {
      reads.get(readerOf[p]).each(placeOf[p], pieces);
    }
  }

  /** Ends the reading of all nodes, and does not wait for it. */
  @Override
  public void close() {
    reads.forEach(RemoteRead::close);
  }
}
