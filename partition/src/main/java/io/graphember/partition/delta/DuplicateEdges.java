// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.delta;

import io.graphember.memory.array.IntArray;
import io.graphember.partition.delta.SealedPlaces.Place;
import io.graphember.partition.staging.EdgeTable;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * Finds added edges that the graph has already: each partition that has both ends is asked. Only of
 * edges that carry nothing, of which it does not matter which one stays.
 */
final class DuplicateEdges {
  private final EdgeTable edges;
  private final SealedPlaces places;
  private final List<Asked> asked = new ArrayList<>(); // by partition

  /** What one partition is asked: ends there, and the numbers of the edges in the table. */
  private record Asked(IntArray sources, IntArray destinations, IntArray edges) {
    Asked() {
      this(new IntArray(16), new IntArray(16), new IntArray(16));
    }
  }

  /**
   * Nobody was asked yet.
   *
   * @param partitions how many stay
   */
  DuplicateEdges(EdgeTable edges, SealedPlaces places, int partitions) {
    this.edges = edges;
    this.places = places;
    for (int p = 0; p < partitions; p++) {
      asked.add(new Asked());
    }
  }

  /** Numbers of the edges that are there. */
  BitSet find(KnownEdges known) {
    for (int v = 0; v < edges.vertices(); v++) {
      final Optional<Place> destination = places.of(v);
      for (int e = edges.offsets()[v]; destination.isPresent() && e < edges.offsets()[v + 1]; e++) {
        final int edge = e;
        places.of(edges.sources()[e]).ifPresent(source -> ask(edge, source, destination.get()));
      }
    }
    final List<SealedEdges> all = new ArrayList<>();
    for (int p = 0; p < asked.size(); p++) {
      final Asked of = asked.get(p);
      if (of.edges.size > 0) {
        final int[] types = of.edges.toArray();
        for (int i = 0; i < types.length; i++) {
          types[i] = edges.type(types[i]);
        }
        all.add(new SealedEdges(p, of.sources.toArray(), of.destinations.toArray(), types));
      }
    }
    final BitSet there = new BitSet();
    final List<byte[]> found = all.isEmpty() ? List.of() : known.find(all);
    for (int i = 0; i < found.size(); i++) {
      final Asked of = asked.get(all.get(i).partition());
      for (int j = 0; j < of.edges.size; j++) {
        if (found.get(i)[j] != 0) {
          there.set(of.edges.values[j]);
        }
      }
    }
    return there;
  }

  private void ask(int edge, Place source, Place destination) {
    final SealedMasters.Degrees others = source.masters().degrees();
    ask(edge, source.masters().partition(), source, destination);
    final int end = others.offsets()[source.index() + 1];
    for (int r = others.offsets()[source.index()]; r < end; r++) {
      ask(edge, others.partitions()[r], source, destination);
    }
  }

  private void ask(int edge, int partition, Place source, Place destination) {
    final int there = destination.local(partition);
    if (there >= 0) {
      asked.get(partition).sources.add(source.local(partition));
      asked.get(partition).destinations.add(there);
      asked.get(partition).edges.add(edge);
    }
  }
}
