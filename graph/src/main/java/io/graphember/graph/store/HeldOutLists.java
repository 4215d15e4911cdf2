// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.store;

import io.graphember.graph.id.Table;
import io.graphember.memory.bytes.ByteReader;
import io.graphember.memory.bytes.ByteWriter;
import io.graphember.schema.Split;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Edges that are held out, by the masters of a partition that they begin at: no sampler meets them,
 * but whoever asks which pairs are known does. Immutable; safe for any thread.
 *
 * <p>Format version 2 of the {@link Table#HELD_OUT} payload, little-endian:
 *
 * <pre>
 * int32    version   2
 * int32    masters   M
 * int32    edges     E
 * int32[]  offsets   M + 1; first edge of each master, ascending from 0 to E
 * int32[]  types     E; stored edge type
 * int64[]  tails     E; id of the vertex that the edge leads to
 * byte[]   flags     E; bit 0 if symmetrising has made it, bit 1 if it validates
 * </pre>
 *
 * <p>Version 1 is the same without bit 1: all its edges test.
 *
 * @param offsets first edge of each master, then E; not to be changed
 * @param types type of each edge; not to be changed
 * @param tails id of the vertex that each edge leads to; not to be changed
 * @param flags code of the {@link Kind} of each edge; not to be changed
 */
public record HeldOutLists(int[] offsets, int[] types, long[] tails, byte[] flags) {
  /** Bytes of an edge. */
  public static final long BYTES = 13;

  private static final int VERSION = 2;
  private static final int WITHOUT_SPLITS = 1;
  private static final int HEADER_BYTES = 12;

  /** What a held-out edge is for, and where it comes from. */
  public enum Kind {
    /** Tests a model, and came. */
    TEST,
    /** The reverse of one that tests. */
    TEST_REVERSE,
    /** Validates a model, and came. */
    VALID,
    /** The reverse of one that validates. */
    VALID_REVERSE;

    /** How many there are: codes are below. */
    public static final int COUNT = 4;

    private static final List<Kind> KINDS = List.of(values());

    /** That of an edge that came. */
    public static Kind of(Split split) {
      return split == Split.VALID ? VALID : TEST;
    }

    /** The kind with a code. */
    public static Kind of(int code) {
      return KINDS.get(code);
    }

    /** Bit 0 if symmetrising has made the edge, bit 1 if it validates. */
    public int code() {
      return ordinal();
    }

    /** That of the reverse of an edge that came. */
    public Kind reversed() {
      return this == VALID ? VALID_REVERSE : TEST_REVERSE;
    }

    /** True if symmetrising has made the edge. */
    public boolean made() {
      return this == TEST_REVERSE || this == VALID_REVERSE;
    }

    /** What the edge is held out for: {@link Split#VALID} or {@link Split#TEST}. */
    public Split split() {
      return this == VALID || this == VALID_REVERSE ? Split.VALID : Split.TEST;
    }
  }

  /** How many masters there are. */
  public int masters() {
    return offsets.length - 1;
  }

  /** How many edges there are. */
  public int edges() {
    return types.length;
  }

  /** What an edge is for, and whether it came. */
  public Kind kind(int edge) {
    return Kind.of(flags[edge]);
  }

  /**
   * The vertices that held-out edges of a type lead to from a master.
   *
   * @param master its local number
   * @param type number of the edge type; negative for any
   * @return ids, in no order
   */
  public long[] tails(int master, int type) {
    long[] some = new long[offsets[master + 1] - offsets[master]];
    int count = 0;
    for (int e = offsets[master]; e < offsets[master + 1]; e++) {
      if (type < 0 || types[e] == type) {
        some[count++] = tails[e];
      }
    }
    return Arrays.copyOf(some, count);
  }

  /** Writes format version 2. */
  public ByteWriter write() {
    final ByteWriter out = Section.writer();
    out.putInt(VERSION);
    out.putInt(offsets.length - 1);
    out.putInt(types.length);
    out.put(offsets);
    out.put(types);
    out.put(tails);
    out.put(flags);
    return out;
  }

  /**
   * Reads format versions 1 and 2.
   *
   * @throws io.graphember.spi.error.GraphemberException with code SECTION_CORRUPT
   */
  public static HeldOutLists decode(int partition, ByteReader in) {
    final int version = version(partition, in);
    final int masters = in.getInt();
    final int edges = in.getInt();
    if (masters < 0 || edges < 0 || 4L * (masters + 1L) + BYTES * edges != in.remaining()) {
      throw Section.corrupt(Table.HELD_OUT, partition, "its counts do not match its length");
    }
    int[] offsets = new int[masters + 1];
    int[] types = new int[edges];
    in.get(offsets);
    in.get(types);
    long[] tails = new long[edges];
    in.get(tails);
    byte[] flags = new byte[edges];
    in.get(flags);
    if (offsets[0] != 0 || offsets[masters] != edges || !ascending(offsets)) {
      throw Section.corrupt(Table.HELD_OUT, partition, "its offsets do not ascend to " + edges);
    }
    final int kinds = version == WITHOUT_SPLITS ? 2 : Kind.COUNT;
    for (byte code : flags) {
      if (code < 0 || code >= kinds) {
        throw Section.corrupt(Table.HELD_OUT, partition, "an edge has flags " + code);
      }
    }
    return new HeldOutLists(offsets, types, tails, flags);
  }

  private static int version(int partition, ByteReader in) {
    if (in.remaining() < HEADER_BYTES) {
      throw Section.corrupt(Table.HELD_OUT, partition, "it ends too early");
    }
    final int found = in.getInt();
    if (found != WITHOUT_SPLITS) {
      Section.requireVersion(Table.HELD_OUT, partition, found, VERSION);
    }
    return found;
  }

  private static boolean ascending(int[] offsets) {
    for (int i = 1; i < offsets.length; i++) {
      if (offsets[i] < offsets[i - 1]) {
        return false;
      }
    }
    return true;
  }

  /** Makes lists in two passes over the same edges: the first counts them, the second fills. */
  public static final class Builder {
    private final int partition;
    private final int[] offsets;
    private int @Nullable [] next; // null in the first pass
    private int[] types = new int[0];
    private long[] tails = new long[0];
    private byte[] flags = new byte[0];
    private long count;

    /** Lists of a partition with so many masters. */
    public Builder(int partition, int masters) {
      this.partition = partition;
      this.offsets = new int[masters + 1];
    }

    /** Takes an edge; in both passes the same ones in the same order. */
    public void add(int master, int type, Kind kind, long tail) {
      if (next == null) {
        offsets[master + 1]++;
        count++;
        return;
      }
      final int at = next[master]++;
      types[at] = type;
      tails[at] = tail;
      flags[at] = (byte) kind.code();
    }

    /**
     * Ends a pass.
     *
     * @throws io.graphember.spi.error.GraphemberException with code GRAPH_TOO_LARGE
     */
    public void endPass() {
      if (next != null) {
        return;
      }
      Section.requireRows(Table.HELD_OUT, count);
      for (int i = 1; i < offsets.length; i++) {
        offsets[i] += offsets[i - 1];
      }
      next = offsets.clone();
      types = new int[(int) count];
      tails = new long[(int) count];
      flags = new byte[(int) count];
    }

    /** The lists, after the second pass. */
    public HeldOutLists build() {
      return new HeldOutLists(offsets, types, tails, flags);
    }
  }
}
