// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.store;

import io.graphember.graph.delta.ChangedMasters;
import io.graphember.graph.id.Table;
import io.graphember.memory.bytes.ByteReader;
import io.graphember.memory.bytes.ByteWriter;

/**
 * Class and split of each master of a partition. Immutable; safe for any thread.
 *
 * <p>Format version 1 of the {@link Table#LABELS} payload, little-endian:
 *
 * <pre>
 * int32    version   1
 * int32    masters   M
 * int32[]  labels    M; class, -1 for none
 * byte[]   splits    M; 0 none, 1 train, 2 valid, 3 test
 * </pre>
 *
 * @param labels class of each master, -1 for none; not to be changed
 * @param splits code of the split of each master, 0 for none; not to be changed
 */
public record VertexLabels(int[] labels, byte[] splits) {
  private static final int VERSION = 1;
  private static final int HEADER_BYTES = 8;

  /** The same but for masters that have changed. */
  VertexLabels with(ChangedMasters changed) {
    final VertexLabels with = new VertexLabels(labels.clone(), splits.clone());
    for (int i = 0; i < changed.size(); i++) {
      with.labels[changed.masters()[i]] = changed.labels()[i];
      with.splits[changed.masters()[i]] = changed.splits()[i];
    }
    return with;
  }

  /** Writes format version 1. */
  public ByteWriter write() {
    final ByteWriter out = Section.writer();
    out.putInt(VERSION);
    out.putInt(labels.length);
    out.put(labels);
    out.put(splits);
    return out;
  }

  /**
   * Reads format version 1.
   *
   * @throws io.graphember.spi.error.GraphemberException with code SECTION_CORRUPT
   */
  public static VertexLabels decode(int partition, ByteReader in) {
    Section.requireVersion(Table.LABELS, partition, in, HEADER_BYTES, VERSION);
    int masters = in.getInt();
    if (masters < 0 || 5L * masters != in.remaining()) {
      throw Section.corrupt(Table.LABELS, partition, "its count does not match its length");
    }
    int[] labels = new int[masters];
    in.get(labels);
    byte[] splits = new byte[masters];
    in.get(splits);
    for (int i = 0; i < masters; i++) {
      if (labels[i] < -1 || splits[i] < 0 || splits[i] > 3) {
        throw Section.corrupt(Table.LABELS, partition, "label or split of row " + i + " is none");
      }
    }
    return new VertexLabels(labels, splits);
  }
}
