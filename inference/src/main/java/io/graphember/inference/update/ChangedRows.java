// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.update;

import io.graphember.memory.RowSlab;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Which rows that a slice reads have changed, of the masters that were computed anew, and what the
 * shared ones were before. A row that has the same bits as before has not changed. Rows of
 * different masters may be written by different threads; read when all are written.
 */
final class ChangedRows {
  private static final int SHARED = 1;
  private static final int OWN = 2;

  private final KeptLayer layer;
  private final int[][] masters;
  private final byte[][] flags;
  private final @Nullable RowSlab[] before;

  /**
   * Of masters that are computed anew.
   *
   * @param masters by partition, ascending; null of other processes
   */
  ChangedRows(KeptLayer layer, int[][] masters) {
    this.layer = layer;
    this.masters = masters;
    flags = new byte[masters.length][];
    before = new RowSlab[masters.length];
    for (int p = 0; p < masters.length; p++) {
      if (masters[p] != null) {
        flags[p] = new byte[masters[p].length];
        if (layer.columns() > 0) {
          final RowSlab rows = new RowSlab(masters[p].length, layer.columns());
          rows.allocate();
          before[p] = rows;
        }
      }
    }
  }

  /** Bytes of so many masters. */
  static long bytes(KeptLayer layer, long masters) {
    return masters * 5
        + (layer.columns() == 0 ? 0 : RowSlab.estimateBytes(masters, layer.columns()));
  }

  int[] masters(int partition) {
    return masters[partition];
  }

  /** Keeps the rows of the master at a position; of a slice that does not keep its input. */
  void write(int partition, int position, float[] shared, float[] own, float[] scratch) {
    final int master = masters[partition][position];
    final int columns = layer.columns();
    if (columns > 0) {
      layer.shared()[partition].read(master, scratch, 0);
      if (compare(partition, position, scratch, shared)) {
        layer.slab(partition).write(master, shared, 0);
      }
    }
    final int ownColumns = layer.slice().own().columns();
    if (ownColumns > 0) {
      final RowSlab rows = KeptLayer.there(layer.own()[partition]);
      rows.read(master, scratch, 0);
      if (!Arrays.equals(scratch, 0, ownColumns, own, 0, ownColumns)) {
        flags[partition][position] |= OWN;
        rows.write(master, own, 0);
      }
    }
  }

  /** Notes what the shared row of the master at a position was; true if it has changed. */
  boolean compare(int partition, int position, float[] old, float[] now) {
    KeptLayer.there(before[partition]).write(position, old, 0);
    if (Arrays.equals(old, 0, layer.columns(), now, 0, layer.columns())) {
      return false;
    }
    flags[partition][position] |= SHARED;
    return true;
  }

  /** True if what neighbours read of the master at a position has changed. */
  boolean sharedChanged(int partition, int position) {
    return (flags[partition][position] & SHARED) != 0;
  }

  /** True if anything that is kept of it has changed. */
  boolean changed(int partition, int position) {
    return flags[partition][position] != 0;
  }

  /** What the shared row of the master at a position was. */
  void readBefore(int partition, int position, float[] target) {
    KeptLayer.there(before[partition]).read(position, target, 0);
  }

  /** What the shared row of any master was. */
  void readBeforeOf(int partition, int master, float[] target) {
    final int position = Arrays.binarySearch(masters[partition], master);
    if (position < 0) {
      layer.shared()[partition].read(master, target, 0);
    } else {
      readBefore(partition, position, target);
    }
  }
}
