// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.store;

import io.graphember.graph.id.Table;
import io.graphember.memory.bytes.ByteReader;
import io.graphember.memory.bytes.ByteWriter;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.KeyKind;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.spi.error.GraphemberException;
import java.nio.BufferUnderflowException;
import java.util.ArrayList;
import java.util.List;

/**
 * The user's keys of a partition's masters: a column for each vertex type, in local order.
 *
 * <p>Format version 2 of the {@link Table#KEYS} payload, little-endian:
 *
 * <pre>
 * int32    version   2
 * int32    types     1 to 256; then, for each vertex type:
 * int32    kind      0 integers, 1 strings, 2 UUIDs
 * int32    masters   M, of this type
 * int64[]  keys      M                              if integers
 * int64[]  keys      M x 2, high bits before low    if UUIDs
 * int32[]  ends      M, end of each key in the text if strings
 * byte[]   text      UTF-8, ends[M - 1] bytes       if strings
 * </pre>
 */
public final class KeySection {
  private static final int VERSION = 2;
  private static final int HEADER_BYTES = 8;
  private static final int TYPE_BYTES = 8;

  private KeySection() {}

  /** Writes format version 2. */
  public static ByteWriter write(List<KeyColumn> types) {
    final ByteWriter out = Section.writer();
    out.putInt(VERSION);
    out.putInt(types.size());
    for (KeyColumn keys : types) {
      out.putInt(keys.kind().ordinal());
      out.putInt(keys.size());
      write(keys, out);
    }
    return out;
  }

  /** Bytes of a column, as stored; about what it takes in the heap. */
  static long columnBytes(KeyColumn keys) {
    return switch (keys.kind()) {
      case INT64 -> 8L * keys.size();
      case UUID -> 16L * keys.size();
      case STRING -> 4L * keys.size() + keys.arena().length;
    };
  }

  private static void write(KeyColumn keys, ByteWriter out) {
    for (int i = 0; i < keys.size(); i++) {
      switch (keys.kind()) {
        case INT64 -> out.putLong(keys.longAt(i));
        case UUID -> {
          out.putLong(keys.mostSignificantAt(i));
          out.putLong(keys.leastSignificantAt(i));
        }
        case STRING -> out.putInt(keys.end(i));
      }
    }
    if (keys.kind() == KeyKind.STRING) {
      out.put(keys.arena());
    }
  }

  /**
   * Reads format version 2.
   *
   * @throws GraphemberException with code SECTION_CORRUPT
   */
  public static List<KeyColumn> decode(int partition, ByteReader in) {
    try {
      Section.requireVersion(Table.KEYS, partition, in, HEADER_BYTES, VERSION);
      int types = in.getInt();
      if (types < 1 || types > GraphHeader.MAX_VERTEX_TYPES) {
        throw Section.corrupt(Table.KEYS, partition, "it has " + types + " vertex types");
      }
      List<KeyColumn> columns = new ArrayList<>();
      for (int t = 0; t < types; t++) {
        columns.add(column(partition, in));
      }
      if (in.remaining() > 0) {
        throw Section.corrupt(Table.KEYS, partition, "it is longer than its keys");
      }
      return List.copyOf(columns);
    } catch (BufferUnderflowException e) {
      throw Section.corrupt(Table.KEYS, partition, "it ends too early");
    }
  }

  private static KeyColumn column(int partition, ByteReader in) {
    int kind = in.getInt();
    if (kind < 0 || kind >= KeyKind.values().length) {
      throw Section.corrupt(Table.KEYS, partition, "its kind is " + kind);
    }
    KeyKind keys = KeyKind.values()[kind];
    int count = in.getInt();
    int width = keys == KeyKind.STRING ? 4 : keys == KeyKind.UUID ? 16 : 8;
    if (count < 0 || (long) count * width > in.remaining()) {
      throw Section.corrupt(Table.KEYS, partition, "its count does not match its length");
    }
    KeyColumn.Builder column = new KeyColumn.Builder(keys);
    if (keys == KeyKind.STRING) {
      strings(partition, in, count, column);
    } else {
      for (int i = 0; i < count; i++) {
        if (keys == KeyKind.UUID) {
          column.add(in.getLong(), in.getLong());
        } else {
          column.add(in.getLong());
        }
      }
    }
    return column.build();
  }

  private static void strings(int partition, ByteReader in, int count, KeyColumn.Builder column) {
    final int[] ends = new int[count]; // which has come
    in.get(ends);
    byte[] text = new byte[64];
    int start = 0;
    for (int i = 0; i < count; i++) {
      final int length = ends[i] - start;
      if (ends[i] <= start || length > KeyColumn.MAX_KEY_BYTES || length > in.remaining()) {
        throw Section.corrupt(Table.KEYS, partition, "key " + i + " ends outside the text");
      }
      text = length > text.length ? new byte[KeyColumn.MAX_KEY_BYTES] : text;
      in.get(text, 0, length);
      column.add(text, 0, length);
      start = ends[i];
    }
  }
}
