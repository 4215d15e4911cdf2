// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.store;

import io.graphember.graph.delta.ChangedMasters;
import io.graphember.graph.id.Table;
import io.graphember.memory.bytes.ByteReader;
import io.graphember.memory.bytes.ByteWriter;
import io.graphember.schema.VertexAttributes;
import org.jspecify.annotations.Nullable;

/**
 * Whole numbers that the masters of a partition carry, by local number; {@link
 * VertexAttributes#UNKNOWN} where a vertex or its type has none. Immutable; safe for any thread.
 *
 * <p>Format version 1 of the {@link Table#VERTEX_VALUES} payload, little-endian:
 *
 * <pre>
 * int32      version   1
 * int32      masters   M
 * int32      columns   bit 0 times, bit 1 clusters
 * int64[]    times     M, if bit 0
 * int64[]    clusters  M, if bit 1
 * </pre>
 *
 * @param times timestamp of each master; null for none; not to be changed
 * @param clusters number of the cluster of each master; null for none; not to be changed
 */
public record VertexData(long @Nullable [] times, long @Nullable [] clusters) {
  /** Of vertices that carry nothing. */
  public static final VertexData NONE = new VertexData(null, null);

  private static final int VERSION = 1;
  private static final int HEADER_BYTES = 12;
  private static final int TIMES = 1;
  private static final int CLUSTERS = 2;

  /** Bytes that the numbers of so many masters take, stored or live. */
  public static long estimateBytes(VertexAttributes attributes, long masters) {
    return (long) Long.BYTES * attributes.count() * masters;
  }

  /** The same but for masters that have changed. */
  VertexData with(ChangedMasters changed) {
    return new VertexData(
        with(times, changed.masters(), changed.times()),
        with(clusters, changed.masters(), changed.clusters()));
  }

  private static long @Nullable [] with(long @Nullable [] column, int[] masters, long[] changed) {
    if (column == null) {
      return null;
    }
    final long[] with = column.clone();
    for (int i = 0; i < masters.length; i++) {
      with[masters[i]] = changed[i];
    }
    return with;
  }

  /**
   * Writes format version 1.
   *
   * @param masters how many there are
   */
  public ByteWriter write(int masters) {
    final ByteWriter out = Section.writer();
    out.putInt(VERSION);
    out.putInt(masters);
    out.putInt((times == null ? 0 : TIMES) | (clusters == null ? 0 : CLUSTERS));
    if (times != null) {
      out.put(times);
    }
    if (clusters != null) {
      out.put(clusters);
    }
    return out;
  }

  /**
   * Reads format version 1.
   *
   * @param attributes what vertices of any type of the graph carry
   * @param masters number of masters of the topology
   * @throws io.graphember.spi.error.GraphemberException with code SECTION_CORRUPT
   */
  static VertexData decode(int partition, ByteReader in, VertexAttributes attributes, int masters) {
    Section.requireVersion(Table.VERTEX_VALUES, partition, in, HEADER_BYTES, VERSION);
    final int columns = (attributes.time() ? TIMES : 0) | (attributes.cluster() ? CLUSTERS : 0);
    if (in.getInt() != masters
        || in.getInt() != columns
        || estimateBytes(attributes, masters) != in.remaining()) {
      throw Section.corrupt(Table.VERTEX_VALUES, partition, "it does not match the graph");
    }
    return new VertexData(
        attributes.time() ? read(in, masters) : null,
        attributes.cluster() ? read(in, masters) : null);
  }

  private static long[] read(ByteReader in, int masters) {
    long[] column = new long[masters];
    in.get(column);
    return column;
  }
}
