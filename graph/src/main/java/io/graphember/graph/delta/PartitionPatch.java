// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.delta;

import io.graphember.memory.bytes.ByteReader;
import io.graphember.memory.bytes.ByteWriter;
import io.graphember.spi.CsrRows;
import io.graphember.spi.error.FormatVersion;
import java.util.Arrays;

/**
 * What a version changes of a partition of the version that it adds to, whose blocks stay as they
 * are. Immutable; not to be changed.
 *
 * <p>Format version 1 of the {@link io.graphember.graph.id.Table#PATCH} payload, little-endian:
 *
 * <pre>
 * int32      version    1
 * int32      partition  of the added replicas
 * int32      replicas   R
 * int32      masters    M
 * int32      dim        columns of a row, positive
 * int32      entries    E, of all rows
 * int32[]    vertices   R; local number here, ascending
 * int32[]    locals     R; local number there
 * int32[]    ins        R; in-degree there
 * int32[]    outs       R; out-degree there
 * int32[]    changed    M; local number of a master, ascending
 * int32[]    labels     M; class, -1 for none
 * byte[]     splits     M; 0 none, 1 train, 2 valid, 3 test
 * int64[]    times      M
 * int64[]    clusters   M
 * int32[]    ends       M; end of each row's entries
 * int32[]    columns    E; ascending within a row
 * float32[]  values     E
 * </pre>
 *
 * @param replicas vertices with a replica more
 * @param masters vertices that came again
 */
public record PartitionPatch(AddedReplicas replicas, ChangedMasters masters) {
  /** Changes nothing. */
  public static final PartitionPatch NONE =
      new PartitionPatch(AddedReplicas.NONE, ChangedMasters.NONE);

  private static final int VERSION = 1;
  private static final int HEADER_BYTES = 24;
  private static final int REPLICA_BYTES = 16;
  private static final int MASTER_BYTES = 29;
  private static final int ENTRY_BYTES = 8;

  /** True if it changes nothing. */
  public boolean isEmpty() {
    return replicas.size() == 0 && masters.size() == 0;
  }

  /** Bytes that are stored. */
  public long bytes() {
    return HEADER_BYTES
        + (long) REPLICA_BYTES * replicas.size()
        + (long) MASTER_BYTES * masters.size()
        + (long) ENTRY_BYTES * masters.rows().entries();
  }

  /** Writes format version 1. */
  public void write(ByteWriter out) {
    final CsrRows rows = masters.rows();
    out.putInt(VERSION);
    out.putInt(replicas.partition());
    out.putInt(replicas.size());
    out.putInt(masters.size());
    out.putInt(rows.dim());
    out.putInt(rows.entries());
    out.put(replicas.vertices());
    out.put(replicas.locals());
    out.put(replicas.inDegrees());
    out.put(replicas.outDegrees());
    out.put(masters.masters());
    out.put(masters.labels());
    out.put(masters.splits());
    out.put(masters.times());
    out.put(masters.clusters());
    out.put(Arrays.copyOfRange(rows.offsets(), 1, rows.rows() + 1));
    out.put(Arrays.copyOf(rows.columns(), rows.entries()));
    out.put(Arrays.copyOf(rows.values(), rows.entries()));
  }

  /**
   * Reads format version 1.
   *
   * @throws IllegalArgumentException if it is not what {@link #write} writes
   */
  public static PartitionPatch read(ByteReader in) {
    require(in.remaining() >= HEADER_BYTES, "it ends too early");
    final int version = in.getInt();
    require(version == VERSION, FormatVersion.unknown(version, VERSION));
    final int partition = in.getInt();
    final int added = in.getInt();
    final int changed = in.getInt();
    final int dim = in.getInt();
    final int entries = in.getInt();
    require(
        partition >= 0 && added >= 0 && changed >= 0 && dim > 0 && entries >= 0,
        "its counts are out of range");
    require(
        in.remaining()
            == (long) REPLICA_BYTES * added
                + (long) MASTER_BYTES * changed
                + (long) ENTRY_BYTES * entries,
        "its counts do not match its length");
    return new PartitionPatch(replicas(in, partition, added), masters(in, changed, dim, entries));
  }

  private static AddedReplicas replicas(ByteReader in, int partition, int count) {
    final AddedReplicas replicas =
        new AddedReplicas(
            partition, ints(in, count), ints(in, count), ints(in, count), ints(in, count));
    require(ascend(replicas.vertices()), "its vertices do not ascend");
    for (int i = 0; i < count; i++) {
      require(
          replicas.locals()[i] >= 0
              && replicas.inDegrees()[i] >= 0
              && replicas.outDegrees()[i] >= 0,
          "replica " + i + " is out of range");
    }
    return replicas;
  }

  private static ChangedMasters masters(ByteReader in, int count, int dim, int entries) {
    final int[] masters = ints(in, count);
    final int[] labels = ints(in, count);
    final byte[] splits = new byte[count];
    in.get(splits);
    final long[] times = new long[count];
    in.get(times);
    final long[] clusters = new long[count];
    in.get(clusters);
    final int[] offsets = new int[count + 1];
    System.arraycopy(ints(in, count), 0, offsets, 1, count);
    final int[] columns = ints(in, entries);
    final float[] values = new float[entries];
    in.get(values);
    require(ascend(masters), "its masters do not ascend");
    for (int i = 0; i < count; i++) {
      require(
          labels[i] >= -1 && splits[i] >= 0 && splits[i] <= 3,
          "label or split of master " + masters[i] + " is none");
    }
    require(offsets[count] == entries, "its counts do not match its length");
    final CsrRows rows = new CsrRows(count, dim, offsets, columns, values);
    rows.fault()
        .ifPresent(
            fault -> {
              throw new IllegalArgumentException("its rows " + fault);
            });
    return new ChangedMasters(masters, labels, splits, times, clusters, rows);
  }

  private static int[] ints(ByteReader in, int count) {
    final int[] ints = new int[count];
    in.get(ints);
    return ints;
  }

  private static boolean ascend(int[] numbers) {
    int before = -1;
    for (int number : numbers) {
      if (number <= before) {
        return false;
      }
      before = number;
    }
    return true;
  }

  private static void require(boolean truth, String otherwise) {
    if (!truth) {
      throw new IllegalArgumentException(otherwise);
    }
  }
}
