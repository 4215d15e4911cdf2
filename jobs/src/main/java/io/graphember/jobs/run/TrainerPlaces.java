// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import io.graphember.training.task.DealtVertices;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Which trainer goes to which of the places that nodes have: each to the node where most of its
 * seeds lie, those with most of them first. O(N M log N M) for N trainers and M nodes.
 */
final class TrainerPlaces {
  private TrainerPlaces() {}

  /**
   * A trainer on a node.
   *
   * @param seeds of the trainer that lie on the node
   */
  private record Pair(int rank, UUID node, long seeds) {}

  /**
   * Matches trainers and places.
   *
   * @param places a node for each trainer, in any order
   * @param seeds of all trainers in each partition; empty if nobody knows
   * @param owners node of each partition
   * @return the node of each trainer, each as often as in {@code places}
   */
  static UUID[] match(List<UUID> places, List<Long> seeds, UUID[] owners) {
    Map<UUID, Integer> free = new HashMap<>();
    places.forEach(node -> free.merge(node, 1, Integer::sum));
    UUID[] matched = new UUID[places.size()];
    for (Pair pair : pairs(places.size(), seeds, owners)) {
      if (matched[pair.rank] == null && free.getOrDefault(pair.node, 0) > 0) {
        matched[pair.rank] = pair.node;
        free.merge(pair.node, -1, Integer::sum);
      }
    }
    List<UUID> left = new ArrayList<>();
    for (UUID node : places) { // in the order of places
      if (free.getOrDefault(node, 0) > 0) {
        left.add(node);
        free.merge(node, -1, Integer::sum);
      }
    }
    for (int rank = 0; rank < matched.length; rank++) {
      matched[rank] = matched[rank] == null ? left.remove(0) : matched[rank];
    }
    return matched;
  }

  /** Trainers and the nodes of their seeds, most seeds first, then in the order of ranks. */
  private static List<Pair> pairs(int trainers, List<Long> seeds, UUID[] owners) {
    final long total = seeds.stream().mapToLong(Long::longValue).sum();
    List<Pair> pairs = new ArrayList<>();
    for (int rank = 0; rank < trainers; rank++) {
      final long from = DealtVertices.first(total, rank, trainers);
      final long to = DealtVertices.first(total, rank + 1, trainers);
      Map<UUID, Long> here = new HashMap<>();
      long before = 0;
      for (int p = 0; p < seeds.size(); p++) {
        final long end = before + seeds.get(p);
        final long common = Math.min(to, end) - Math.max(from, before);
        if (common > 0) {
          here.merge(owners[p], common, Long::sum);
        }
        before = end;
      }
      for (Map.Entry<UUID, Long> node : here.entrySet()) {
        pairs.add(new Pair(rank, node.getKey(), node.getValue()));
      }
    }
    pairs.sort(
        Comparator.comparingLong((Pair pair) -> -pair.seeds)
            .thenComparingInt(Pair::rank)
            .thenComparing(Pair::node));
    return pairs;
  }
}
