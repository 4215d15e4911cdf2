// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.delta;

import io.graphember.graph.delta.AddedReplicas;
import io.graphember.graph.id.Vid;
import io.graphember.memory.array.IntArray;
import io.graphember.partition.delta.SealedPlaces.Place;
import io.graphember.partition.placement.PartitionVertices;
import io.graphember.partition.staging.EdgeTable;
import io.graphember.partition.staging.VertexNumbering;
import java.util.Arrays;

/**
 * The vertices of the partition of what is added: new ones are its masters, by type and degree; old
 * ones that its edges touch are its mirrors, by id. O(d log d). Not to be changed.
 */
final class DeltaVertices {
  private static final int NONE = -1;

  private final int partition;
  private final int[] typeStarts;
  private final int[] vertices; // number of each local vertex
  private final int[] locals; // local number of each vertex; NONE of those that no edge touches
  private final int[] ins;
  private final int[] outs;
  private final Place[] places; // of each mirror, where it is described
  private final VertexNumbering numbering;

  /**
   * Numbers the vertices.
   *
   * @param partition number of the partition
   * @param edges all that are in it
   */
  DeltaVertices(
      int partition,
      EdgeTable edges,
      VertexNumbering numbering,
      StagedDelta staged,
      SealedPlaces sealed) {
    this.partition = partition;
    this.numbering = numbering;
    final int count = numbering.vertices();
    ins = new int[count];
    outs = new int[count];
    for (int v = 0; v < count; v++) {
      ins[v] = edges.inDegree(v);
    }
    for (int source : edges.sources()) {
      outs[source]++;
    }
    typeStarts = new int[numbering.types() + 1];
    final IntArray order = new IntArray(count);
    for (int t = 0; t < numbering.types(); t++) {
      for (long key : byDegree(t, staged.sealed(t))) {
        order.add((int) key);
      }
      typeStarts[t + 1] = order.size;
    }
    final IntArray mirrors = new IntArray(16);
    mirrors(staged, mirrors);
    places = new Place[mirrors.size];
    for (int i = 0; i < places.length; i++) {
      places[i] = sealed.of(mirrors.values[i]).orElseThrow();
    }
    order.addAll(mirrors.toArray(), 0, mirrors.size);
    vertices = order.toArray();
    locals = new int[count];
    Arrays.fill(locals, NONE);
    for (int local = 0; local < vertices.length; local++) {
      locals[vertices[local]] = local;
    }
  }

  /** New vertices of a type, those of higher degree first: the low half of each is its number. */
  private long[] byDegree(int type, int sealed) {
    final int first = numbering.start(type) + sealed;
    final long[] keys = new long[numbering.start(type + 1) - first];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = (long) -(ins[first + i] + outs[first + i]) << 32 | first + i;
    }
    Arrays.sort(keys);
    return keys;
  }

  /** Numbers of the old vertices that edges touch, in order of their ids. */
  private void mirrors(StagedDelta staged, IntArray numbers) {
    int count = 0;
    for (int t = 0; t < numbering.types(); t++) {
      for (int i = 0; i < staged.sealed(t); i++) {
        count += touched(numbering.start(t) + i) ? 1 : 0;
      }
    }
    final long[] vids = new long[count];
    final long[] byType = new long[count]; // the same by type, and by id within a type
    final int[] vertexOf = new int[count];
    int next = 0;
    for (int t = 0; t < numbering.types(); t++) {
      for (int i = 0; i < staged.sealed(t); i++) {
        if (touched(numbering.start(t) + i)) {
          byType[next] = staged.vid(t, i);
          vertexOf[next++] = numbering.start(t) + i;
        }
      }
    }
    System.arraycopy(byType, 0, vids, 0, count);
    Arrays.sort(vids);
    final int[] sorted = new int[count];
    for (int i = 0; i < count; i++) {
      sorted[Arrays.binarySearch(vids, byType[i])] = vertexOf[i];
    }
    numbers.addAll(sorted, 0, count);
  }

  private boolean touched(int vertex) {
    return ins[vertex] + outs[vertex] > 0;
  }

  /** Number of masters. */
  int masters() {
    return typeStarts[typeStarts.length - 1];
  }

  /** Number of masters and mirrors. */
  int size() {
    return vertices.length;
  }

  /** First master of each type, and the number of masters. */
  int[] typeStarts() {
    return typeStarts;
  }

  /** Number of a local vertex. */
  int vertex(int local) {
    return vertices[local];
  }

  /** Local number of each vertex; negative of those that have none. */
  int[] locals() {
    return locals;
  }

  /** In-edges of a local vertex in this partition. */
  int in(int local) {
    return ins[vertices[local]];
  }

  /** Edges of a local vertex in this partition. */
  int degree(int local) {
    return ins[vertices[local]] + outs[vertices[local]];
  }

  /** Where a mirror is described. */
  Place place(int local) {
    return places[local - masters()];
  }

  /** How many replicas the mirrors have elsewhere. */
  int replicas() {
    int sum = places.length;
    for (Place place : places) {
      final int[] offsets = place.masters().degrees().offsets();
      sum += offsets[place.index() + 1] - offsets[place.index()];
    }
    return sum;
  }

  /** The partition's vertices, with the replicas that old ones have elsewhere. */
  PartitionVertices partition() {
    final PartitionVertices.Builder builder =
        new PartitionVertices.Builder(typeStarts, size(), replicas());
    for (int local = 0; local < size(); local++) {
      final int type = numbering.type(vertices[local]);
      if (local < masters()) {
        builder.add(Vid.of(partition, local), type);
      } else {
        addReplicas(place(local), builder);
        builder.add(place(local).vid(), type);
      }
    }
    return builder.build();
  }

  private static void addReplicas(Place place, PartitionVertices.Builder builder) {
    final SealedMasters masters = place.masters();
    final SealedMasters.Degrees degrees = masters.degrees();
    final int i = place.index();
    boolean own = false;
    for (int r = degrees.offsets()[i]; r < degrees.offsets()[i + 1]; r++) {
      if (!own && degrees.partitions()[r] > masters.partition()) {
        own = true;
        addMaster(place, builder);
      }
      builder.addReplica(
          degrees.partitions()[r],
          degrees.locals()[r],
          degrees.otherIns()[r],
          degrees.otherOuts()[r]);
    }
    if (!own) {
      addMaster(place, builder);
    }
  }

  private static void addMaster(Place place, PartitionVertices.Builder builder) {
    final SealedMasters masters = place.masters();
    builder.addReplica(
        masters.partition(),
        masters.locals()[place.index()],
        masters.degrees().ins()[place.index()],
        masters.degrees().outs()[place.index()]);
  }

  /** What each partition that stays gets to know of the replicas here. */
  AddedReplicas[] added() {
    final IntArray[] there = new IntArray[partition]; // local numbers there and here, in turn
    Arrays.setAll(there, p -> new IntArray(16));
    for (int local = masters(); local < size(); local++) {
      final SealedMasters masters = place(local).masters();
      final SealedMasters.Degrees degrees = masters.degrees();
      final int i = place(local).index();
      there[masters.partition()].add(masters.locals()[i]);
      there[masters.partition()].add(local);
      for (int r = degrees.offsets()[i]; r < degrees.offsets()[i + 1]; r++) {
        there[degrees.partitions()[r]].add(degrees.locals()[r]);
        there[degrees.partitions()[r]].add(local);
      }
    }
    final AddedReplicas[] added = new AddedReplicas[partition];
    Arrays.setAll(added, p -> added(there[p]));
    return added;
  }

  private AddedReplicas added(IntArray pairs) {
    final long[] sorted = new long[pairs.size / 2];
    for (int i = 0; i < sorted.length; i++) {
      sorted[i] = (long) pairs.values[2 * i] << 32 | pairs.values[2 * i + 1];
    }
    Arrays.sort(sorted);
    final AddedReplicas added =
        new AddedReplicas(
            partition,
            new int[sorted.length],
            new int[sorted.length],
            new int[sorted.length],
            new int[sorted.length]);
    for (int i = 0; i < sorted.length; i++) {
      final int local = (int) sorted[i];
      added.vertices()[i] = (int) (sorted[i] >>> 32);
      added.locals()[i] = local;
      added.inDegrees()[i] = ins[vertices[local]];
      added.outDegrees()[i] = outs[vertices[local]];
    }
    return added;
  }
}
