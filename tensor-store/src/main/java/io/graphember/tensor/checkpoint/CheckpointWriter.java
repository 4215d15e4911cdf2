// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.checkpoint;

import io.graphember.tensor.table.TablePartition;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes what has changed since the last complete checkpoint, for the partitions of one host: each
 * block that was written to goes to the slot that the last manifest does not name, so that the last
 * checkpoint stays whole until the manifest of this one takes its place.
 *
 * <pre>
 * List&lt;StoredTable&gt; parts = writer.write(partitions, last);  // on every host, at a barrier
 * ...                                                     // the manifest of all parts is stored
 * writer.completed();                                     // or abandoned(), if it was not
 * </pre>
 *
 * <p>Rows are written as they lie, with their last steps: a checkpoint changes no bit of a run. One
 * thread, and none that changes rows during {@link #write}.
 */
public final class CheckpointWriter {
  private final BlockStore store;
  private final Map<TablePartition, BitSet> written = new LinkedHashMap<>();

  /** A writer of one host. */
  public CheckpointWriter(BlockStore store) {
    this.store = store;
  }

  /**
   * Writes the blocks that have changed.
   *
   * @param partitions all partitions of the host
   * @param last the last complete checkpoint, or one that rows were restored from; empty if none
   * @return what this host adds to the manifest
   */
  public List<StoredTable> write(
      List<TablePartition> partitions, Optional<CheckpointManifest> last) {
    abandoned();
    List<StoredTable> parts = new ArrayList<>();
    for (TablePartition partition : partitions) {
      List<BlockSlot> slots = slots(partition, last);
      BitSet dirty = partition.takeDirtyBlocks();
      written.put(partition, dirty);
      for (int b = dirty.nextSetBit(0); b >= 0; b = dirty.nextSetBit(b + 1)) {
        slots.set(b, slots.get(b).other());
        byte[] bytes = TableBlock.encode(partition, b);
        store.put(partition.partition(), partition.spec().name(), slots.get(b), b, bytes);
      }
      StoredPartition part = new StoredPartition(partition.partition(), partition.rows(), slots);
      parts.add(StoredTable.of(partition.spec(), List.of(part)));
    }
    return parts;
  }

  /** The slots that the last checkpoint names. */
  private static List<BlockSlot> slots(
      TablePartition partition, Optional<CheckpointManifest> last) {
    return last.flatMap(
            manifest -> manifest.partition(partition.spec().name(), partition.partition()))
        .map(stored -> (List<BlockSlot>) new ArrayList<>(stored.blocks()))
        .orElseGet(
            () -> new ArrayList<>(Collections.nCopies(partition.blocks(), BlockSlot.UNTOUCHED)));
  }

  /** The manifest is stored: what was written needs no writing any more. */
  public void completed() {
    written.clear();
  }

  /** The manifest was not stored: what was written is to be written again. */
  public void abandoned() {
    written.forEach(TablePartition::markDirty);
    written.clear();
  }
}
