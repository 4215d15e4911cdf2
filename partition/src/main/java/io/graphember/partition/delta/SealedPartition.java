// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.delta;

import io.graphember.graph.id.Table;
import io.graphember.graph.key.KeyDictionary;
import io.graphember.graph.store.GraphPartition;
import io.graphember.graph.store.PartitionReader;
import io.graphember.graph.store.PartitionTopology;
import io.graphember.graph.store.ReplicaSets;
import io.graphember.graph.store.VertexData;
import io.graphember.graph.store.VertexLabels;
import io.graphember.memory.array.IntArray;
import io.graphember.schema.VertexAttributes;
import io.graphember.schema.VertexType;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CsrRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Describes masters of a partition as it is stored. O(keys of the partition), and the bytes of its
 * topology if there is something to describe; rows are read one by one. Used by one thread.
 */
public final class SealedPartition {
  private final int number;
  private final List<VertexType> types;
  private final PartitionReader reader;

  /**
   * A partition.
   *
   * @param types the vertex types of the graph
   * @param blocks gives the block of a key as it was written, or null
   */
  public SealedPartition(
      int number,
      List<VertexType> types,
      LongFunction<byte @Nullable []> blocks,
      Cancellation cancellation) {
    this.number = number;
    this.types = types;
    reader = new PartitionReader(number, blocks, cancellation);
  }

  /**
   * Describes the masters that have some keys, and some by their local numbers.
   *
   * @param request keys
   * @param locals local numbers, ascending
   * @return empty if there are none
   * @throws io.graphember.spi.error.GraphemberException if a block is missing or damaged, or a key
   *     is none
   */
  public Optional<SealedMasters> find(SealedRequest request, int[] locals) {
    final List<KeyColumn> keys = reader.keys(types.size());
    final BitSet found = new BitSet();
    final BitSet withRows = new BitSet();
    int first = 0;
    for (int t = 0; t < types.size(); t++) {
      find(request.keys().get(t), request.withRows()[t], keys.get(t), first, found, withRows);
      first += keys.get(t).size();
    }
    for (int local : locals) {
      found.set(local);
    }
    return found.isEmpty()
        ? Optional.empty()
        : Optional.of(describe(found.stream().toArray(), withRows, keys));
  }

  /**
   * Says which edges there are. O(log degree) an edge, and the lists of their destinations.
   *
   * @param edges of this partition
   * @return 1 for an edge that is there, 0 for one that is not
   */
  public byte[] has(SealedEdges edges) {
    final PartitionTopology topology = reader.topology();
    final byte[] found = new byte[edges.size()];
    int[] list = new int[0];
    int destination = -1;
    for (int i = 0; i < found.length; i++) {
      final int v = edges.destinations()[i];
      Objects.checkIndex(v, topology.vertices());
      if (v != destination) {
        destination = v;
        final int degree = topology.in().lists().degree(v);
        list = list.length < degree ? new int[2 * degree] : list;
        topology.in().lists().copy(v, list, 0);
      }
      final int type = edges.types()[i];
      final int from = topology.in().types().start(v, type);
      final int to = topology.in().types().end(v, type);
      found[i] = (byte) (Arrays.binarySearch(list, from, to, edges.sources()[i]) >= 0 ? 1 : 0);
    }
    return found;
  }

  private static void find(
      List<String> wanted, int rows, KeyColumn keys, int first, BitSet found, BitSet withRows) {
    if (wanted.isEmpty() || keys.size() == 0) {
      return;
    }
    final KeyColumn column = KeyColumn.parse(keys.kind(), wanted);
    final KeyDictionary dictionary = KeyDictionary.of(keys.kind());
    dictionary.add(column, new int[column.size()]);
    final int[] numbers = new int[keys.size()];
    dictionary.find(keys, numbers);
    for (int i = 0; i < numbers.length; i++) {
      if (numbers[i] != KeyDictionary.ABSENT) {
        found.set(first + i);
        withRows.set(first + i, numbers[i] < rows);
      }
    }
  }

  private SealedMasters describe(int[] locals, BitSet withRows, List<KeyColumn> keys) {
    final PartitionTopology topology = reader.topology();
    final VertexLabels labels = reader.labels(topology.masters());
    final VertexData data = reader.vertexData(GraphPartition.attributes(types), topology.masters());
    final int[] starts = new int[types.size() + 1];
    final List<List<String>> texts = new ArrayList<>();
    for (int t = 0; t < types.size(); t++) {
      starts[t + 1] = starts[t] + keys.get(t).size();
      final List<String> ofType = new ArrayList<>();
      for (int i = from(locals, starts[t]); i < from(locals, starts[t + 1]); i++) {
        ofType.add(keys.get(t).stringAt(locals[i] - starts[t]));
      }
      texts.add(ofType);
    }
    final long[] unknown = new long[locals.length];
    Arrays.fill(unknown, VertexAttributes.UNKNOWN);
    final byte[] splits = new byte[locals.length];
    for (int i = 0; i < splits.length; i++) {
      splits[i] = labels.splits()[locals[i]];
    }
    return new SealedMasters(
        number,
        topology.vertices(),
        topology.replicas().partitions().size(),
        locals,
        texts,
        IntStream.of(locals).map(local -> labels.labels()[local]).toArray(),
        splits,
        data.times() == null ? unknown : picked(data.times(), locals),
        data.clusters() == null ? unknown : picked(data.clusters(), locals),
        rows(locals, starts, withRows),
        degrees(topology, locals));
  }

  private static int from(int[] locals, int local) {
    final int found = Arrays.binarySearch(locals, local);
    return found < 0 ? -found - 1 : found;
  }

  private static long[] picked(long[] column, int[] locals) {
    return IntStream.of(locals).mapToLong(local -> column[local]).toArray();
  }

  private CsrRows rows(int[] locals, int[] starts, BitSet withRows) {
    final int dim = Math.max(1, types.stream().mapToInt(VertexType::rowDim).max().orElse(1));
    final CsrRows.Builder rows = new CsrRows.Builder(dim, locals.length, 16);
    int at = 0;
    for (int t = 0; t < types.size(); t++) {
      final VertexType type = types.get(t);
      final int end = from(locals, starts[t + 1]);
      final int first = starts[t];
      final int[] asked =
          Arrays.stream(locals, at, end)
              .filter(withRows::get)
              .map(local -> local - first)
              .toArray();
      final float[] floats = new float[Math.multiplyExact(asked.length, type.rowDim())];
      read(Table.features(t), asked, starts[t + 1] - first, type.featureDim(), 0, type, floats);
      read(
          Table.targets(t),
          asked,
          starts[t + 1] - first,
          type.targetDim(),
          type.featureDim(),
          type,
          floats);
      int next = 0;
      for (; at < end; at++) {
        if (withRows.get(locals[at])) {
          for (int j = 0; j < type.rowDim(); j++) {
            final float value = floats[next * type.rowDim() + j];
            if (value != 0) {
              rows.add(j, value);
            }
          }
          next++;
        }
        rows.endRow();
      }
    }
    return rows.build();
  }

  private void read(
      int table, int[] asked, int masters, int dim, int column, VertexType type, float[] target) {
    if (dim > 0) {
      reader.storedRows(
          table,
          asked,
          masters,
          dim,
          (i, source, offset) ->
              System.arraycopy(source, offset, target, i * type.rowDim() + column, dim));
    }
  }

  private static SealedMasters.Degrees degrees(PartitionTopology topology, int[] locals) {
    final ReplicaSets sets = topology.replicas();
    final int[] offsets = new int[locals.length + 1];
    final IntArray entries = new IntArray(locals.length);
    for (int i = 0; i < locals.length; i++) {
      for (int r = sets.offsets().get(locals[i]); r < sets.offsets().get(locals[i] + 1); r++) {
        entries.add(r);
      }
      offsets[i + 1] = entries.size;
    }
    final int[] of = entries.toArray();
    return new SealedMasters.Degrees(
        IntStream.of(locals).map(local -> topology.in().lists().degree(local)).toArray(),
        IntStream.of(locals).map(local -> topology.out().lists().degree(local)).toArray(),
        offsets,
        IntStream.of(of).map(sets.partitions()::get).toArray(),
        IntStream.of(of).map(sets.locals()::get).toArray(),
        IntStream.of(of).map(sets.inDegrees()::get).toArray(),
        IntStream.of(of).map(sets.outDegrees()::get).toArray());
  }
}
