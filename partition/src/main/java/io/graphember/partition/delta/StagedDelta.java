// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.delta;

import io.graphember.graph.delta.ChangedMasters;
import io.graphember.graph.id.Vid;
import io.graphember.memory.array.LongArray;
import io.graphember.partition.base.StoredMasters;
import io.graphember.partition.base.StoredPartition;
import io.graphember.partition.base.VertexNumbers;
import io.graphember.partition.staging.GraphStaging;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.schema.piece.Piece;
import io.graphember.schema.piece.SplitPiece;
import io.graphember.schema.piece.VertexPiece;
import io.graphember.spi.Cancellation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Stages what is added, after what it is added to: of each type first the masters of partitions
 * that stay as they are, in order of their ids, then those that had been added before; then the
 * edges that had been added before, and all pieces. Used by one thread.
 */
final class StagedDelta implements VertexNumbers {
  private final GraphStaging staging;
  private final DeltaBase base;
  private final Cancellation cancellation;
  private final LongArray[] sealed; // ids of the masters that stay, by type
  private final List<BitSet> changed = new ArrayList<>(); // of those, what came again, by type
  private int[] addedStarts = new int[0]; // first local number of each type of what was added

  /** Nothing is staged yet. */
  StagedDelta(GraphStaging staging, DeltaBase base, Cancellation cancellation) {
    this.staging = staging;
    this.base = base;
    this.cancellation = cancellation;
    final int types = base.version().vertexTypes().size();
    sealed = new LongArray[types];
    Arrays.setAll(sealed, t -> new LongArray(16));
    for (int t = 0; t < types; t++) {
      changed.add(new BitSet());
    }
  }

  /** Stages everything. */
  void stage(Iterable<Piece> pieces) {
    staging.addTo(base.version());
    base.masters().forEach(this::stage);
    base.added().ifPresent(this::stage);
    staging.fit();
    for (Piece piece : pieces) {
      cancellation.check();
      piece.passTo(staging);
      if (piece instanceof VertexPiece vertices) {
        change(vertices.type(), vertices.keys());
      } else if (piece instanceof SplitPiece split) {
        change(split.type(), split.keys());
      }
    }
  }

  private void stage(SealedMasters masters) {
    final ChangedMasters before = base.changed().get(masters.partition());
    int first = 0;
    for (int t = 0; t < sealed.length; t++) {
      final KeyColumn keys =
          KeyColumn.parse(base.version().vertexTypes().get(t).keyKind(), masters.keys().get(t));
      staging.vertices(t).addStored(keys);
      staging
          .columns(t)
          .addStored(
              new SealedColumns(base.version().vertexTypes().get(t), masters, before, keys, first),
              keys.size());
      for (int i = 0; i < keys.size(); i++) {
        final int local = masters.locals()[first + i];
        if (before.find(local) >= 0) {
          changed.get(t).set(sealed[t].size);
        }
        sealed[t].add(Vid.of(masters.partition(), local));
      }
      first += keys.size();
    }
  }

  private void stage(StoredPartition added) {
    final List<StoredMasters> masters = added.masters();
    addedStarts = masters.stream().mapToInt(StoredMasters::first).toArray();
    for (int t = 0; t < masters.size(); t++) {
      staging.vertices(t).addStored(masters.get(t).keys());
      staging.columns(t).addStored(masters.get(t), masters.get(t).count());
    }
    added.edges(this).stage(staging.edges(), cancellation);
  }

  /** Vertices came again, or in a split. */
  private void change(int type, KeyColumn keys) {
    final int[] numbers = staging.vertices(type).find(keys);
    for (int i = 0; i < keys.size(); i++) {
      if (numbers[i] >= 0 && numbers[i] < sealed[type].size) {
        changed.get(type).set(numbers[i]);
      }
    }
  }

  @Override
  public int number(int type, long vid) {
    return Vid.partition(vid) == base.partition()
        ? sealed[type].size + Vid.local(vid) - addedStarts[type]
        : Arrays.binarySearch(sealed[type].values, 0, sealed[type].size, vid);
  }

  /** How many vertices of a type are masters of partitions that stay; their numbers come first. */
  int sealed(int type) {
    return sealed[type].size;
  }

  /** Id of one of these. */
  long vid(int type, int number) {
    return sealed[type].values[number];
  }

  /** Which of these came again since they were stored. */
  BitSet changed(int type) {
    return changed.get(type);
  }
}
