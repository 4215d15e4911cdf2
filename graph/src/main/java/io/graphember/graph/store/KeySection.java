// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.store;

import io.graphember.graph.id.Table;
import io.graphember.ingest.KeyColumn;
import io.graphember.ingest.KeyKind;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The user's keys of a partition's masters, in local order.
 *
 * <p>Format version 1 of the {@link Table#KEYS} payload, little-endian:
 *
 * <pre>
 * int32    version   1
 * int32    kind      0 integers, 1 strings
 * int32    masters   M
 * int64[]  keys      M                              if integers
 * int32[]  ends      M, end of each key in the text if strings
 * byte[]   text      UTF-8, ends[M - 1] bytes       if strings
 * </pre>
 */
public final class KeySection {
  private static final int VERSION = 1;
  private static final int HEADER_BYTES = 12;

  private KeySection() {}

  /** Writes format version 1. */
  public static byte[] encode(KeyColumn keys) {
    int count = keys.size();
    boolean strings = keys.kind() == KeyKind.STRING;
    long columnBytes = strings ? 4L * count + keys.arena().length : 8L * count;
    ByteBuffer out = Section.allocate(Table.KEYS, HEADER_BYTES + columnBytes);
    out.putInt(VERSION).putInt(strings ? 1 : 0).putInt(count);
    for (int i = 0; i < count; i++) {
      if (strings) {
        out.putInt(keys.end(i));
      } else {
        out.putLong(keys.longAt(i));
      }
    }
    if (strings) {
      out.put(keys.arena());
    }
    return out.array();
  }

  /**
   * Reads format version 1.
   *
   * @throws io.graphember.spi.error.GraphemberException with code SECTION_CORRUPT
   */
  public static KeyColumn decode(int partition, byte[] payload) {
    ByteBuffer in = ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN);
    if (payload.length < HEADER_BYTES || in.getInt() != VERSION) {
      throw Section.corrupt(Table.KEYS, partition, "its version is not " + VERSION);
    }
    int kind = in.getInt();
    if (kind != 0 && kind != 1) {
      throw Section.corrupt(Table.KEYS, partition, "its kind is " + kind);
    }
    boolean strings = kind == 1;
    int count = in.getInt();
    long fixed = HEADER_BYTES + (strings ? 4L : 8L) * count;
    if (count < 0 || (strings ? fixed > payload.length : fixed != payload.length)) {
      throw Section.corrupt(Table.KEYS, partition, "its count does not match its length");
    }
    KeyColumn.Builder keys = new KeyColumn.Builder(strings ? KeyKind.STRING : KeyKind.INT64);
    int start = 0;
    for (int i = 0; i < count; i++) {
      if (strings) {
        int end = in.getInt();
        if (end <= start || end - start > KeyColumn.MAX_KEY_BYTES || fixed + end > payload.length) {
          throw Section.corrupt(Table.KEYS, partition, "key " + i + " ends outside the text");
        }
        keys.add(payload, (int) fixed + start, end - start);
        start = end;
      } else {
        keys.add(in.getLong());
      }
    }
    if (strings && fixed + start != payload.length) {
      throw Section.corrupt(Table.KEYS, partition, "its text is longer than its keys");
    }
    return keys.build();
  }
}
