// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.predict;

import io.graphember.graph.GraphError;
import io.graphember.graph.store.EdgeData;
import io.graphember.graph.store.PartitionTopology;
import io.graphember.graph.store.ReplicaSets;
import io.graphember.inference.predict.GraphReads.ListRequest;
import io.graphember.inference.predict.GraphReads.ListedEdges;
import io.graphember.inference.predict.GraphReads.MasterRequest;
import io.graphember.inference.predict.GraphReads.MasterVertices;
import io.graphember.memory.RowMatrix;
import io.graphember.memory.array.IntArray;
import io.graphember.spi.error.GraphemberException;
import java.util.Arrays;

/**
 * A partition of this process. Immutable; safe for any thread.
 *
 * @param number its number
 * @param topology its edges
 * @param edgeData what they carry
 * @param input rows of its masters as they enter layer 0
 */
public record HeldPartition(
    int number, PartitionTopology topology, EdgeData edgeData, RowMatrix input) {

  /**
   * Describes masters. O(replicas).
   *
   * @throws GraphemberException with code {@link GraphError#REQUEST_OUT_OF_RANGE}
   */
  public MasterVertices masters(MasterRequest asked) {
    final int[] locals = asked.locals();
    require(locals, topology.masters());
    final int[] types = new int[locals.length];
    final int[] offsets = new int[locals.length + 1];
    final IntArray replicas = new IntArray(MasterVertices.REPLICA * locals.length);
    for (int i = 0; i < locals.length; i++) {
      types[i] = topology.types().vertexType(locals[i]);
      addReplicas(locals[i], replicas);
      offsets[i + 1] = replicas.size / MasterVertices.REPLICA;
    }
    return new MasterVertices(types, offsets, replicas.toArray(), input, locals);
  }

  private void addReplicas(int local, IntArray target) {
    final ReplicaSets replicas = topology.replicas();
    final int end = replicas.offsets().get(local + 1);
    int entry = replicas.offsets().get(local);
    while (entry < end && replicas.partitions().get(entry) < number) {
      addReplica(entry++, target);
    }
    final int own = topology.in().lists().degree(local);
    if (own > 0) {
      target.add(number);
      target.add(local);
      target.add(own);
    }
    while (entry < end) {
      addReplica(entry++, target);
    }
  }

  private void addReplica(int entry, IntArray target) {
    final ReplicaSets replicas = topology.replicas();
    final int degree = replicas.inDegrees().get(entry);
    if (degree > 0) {
      target.add(replicas.partitions().get(entry));
      target.add(replicas.locals().get(entry));
      target.add(degree);
    }
  }

  /**
   * Reads in-edges. O(edges), beside the search for places in a compressed layout.
   *
   * @throws GraphemberException with code {@link GraphError#REQUEST_OUT_OF_RANGE}
   */
  public ListedEdges lists(ListRequest asked, EdgeNeeds needs) {
    require(asked.locals(), topology.vertices());
    requireFeatures(needs.features());
    final int[] counts = counts(asked);
    final int edges = Arrays.stream(counts).sum();
    final int[] names = new int[edges];
    final int[] places = needs.types() || needs.features() > 0 ? new int[edges] : new int[0];
    int place = 0;
    int at = 0;
    for (int i = 0; i < counts.length; i++) {
      if (asked.counts()[i] == ListRequest.WHOLE) {
        topology.in().lists().copy(asked.locals()[i], names, at);
        for (int j = 0; j < counts[i] && places.length > 0; j++) {
          places[at + j] = j;
        }
      } else {
        gather(asked, i, place, names, at);
        if (places.length > 0) {
          System.arraycopy(asked.places(), place, places, at, counts[i]);
        }
        place += counts[i];
      }
      at += counts[i];
    }
    final long[] sources = new long[edges];
    topology.vids(number, names, 0, edges, sources);
    return new ListedEdges(
        counts,
        sources,
        needs.types() ? types(asked, counts, places) : new int[0],
        needs.features() > 0 ? features(asked, counts, places, needs.features()) : new float[0]);
  }

  private int[] counts(ListRequest asked) {
    final int[] counts = asked.counts().clone();
    if (counts.length != asked.locals().length) {
      throw refused(
          "of %d lists %d say how long they are".formatted(asked.locals().length, counts.length));
    }
    long given = 0;
    for (int i = 0; i < counts.length; i++) {
      final int degree = topology.in().lists().degree(asked.locals()[i]);
      if (counts[i] == ListRequest.WHOLE) {
        counts[i] = degree;
      } else {
        requirePlaces(asked, given, counts[i], degree);
        given += counts[i];
      }
    }
    return counts;
  }

  private static void requirePlaces(ListRequest asked, long from, int count, int degree) {
    boolean there = count >= 0 && from + count <= asked.places().length;
    for (int j = 0; there && j < count; j++) {
      final int place = asked.places()[(int) from + j];
      there = place >= 0 && place < degree;
    }
    if (!there) {
      throw refused("a place in a list of %d edges is not there".formatted(degree));
    }
  }

  private void gather(ListRequest asked, int i, int place, int[] names, int at) {
    final int count = asked.counts()[i];
    final int[] found = Arrays.copyOfRange(asked.places(), place, place + count);
    topology.in().lists().gather(new int[] {asked.locals()[i]}, new int[] {count}, 1, found);
    System.arraycopy(found, 0, names, at, count);
  }

  private int[] types(ListRequest asked, int[] counts, int[] places) {
    final int[] types = new int[places.length];
    int at = 0;
    for (int i = 0; i < counts.length; i++) {
      for (int j = 0; j < counts[i]; j++, at++) {
        types[at] = topology.in().types().type(asked.locals()[i], places[at]);
      }
    }
    return types;
  }

  private float[] features(ListRequest asked, int[] counts, int[] places, int dim) {
    final float[] features = new float[Math.multiplyExact(places.length, dim)];
    int at = 0;
    for (int i = 0; i < counts.length; i++) {
      final int first = topology.in().lists().first(asked.locals()[i]);
      for (int j = 0; j < counts[i]; j++, at++) {
        final int edge = topology.edgeOfIn(first + places[at]);
        edgeData.featureRows().read(edge, features, at * dim);
      }
    }
    return features;
  }

  private void require(int[] locals, int end) {
    for (int local : locals) {
      if (local < 0 || local >= end) {
        throw refused("vertex %d is not one of partition %d".formatted(local, number));
      }
    }
  }

  private void requireFeatures(int asked) {
    if (asked > 0 && (edgeData.features() == null || edgeData.featureRows().dim() != asked)) {
      throw refused("edges of partition %d do not have %d features".formatted(number, asked));
    }
  }

  private static GraphemberException refused(String why) {
    return new GraphemberException(
        GraphError.REQUEST_OUT_OF_RANGE, "A request of predictions is refused: %s.".formatted(why));
  }
}
