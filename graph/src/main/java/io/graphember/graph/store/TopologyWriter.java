// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.store;

import io.graphember.graph.id.Table;
import io.graphember.memory.AlignedInts;
import io.graphember.memory.PackedInts;
import io.graphember.memory.array.IntArray;
import io.graphember.memory.bytes.ByteWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * Writes a topology as it is stored: one run of bytes without pointers, little-endian, that the
 * live tier reads where it lies (GLISP, section III-C and figure 6).
 *
 * <p>Departures from GLISP: local numbers of masters are in order of type and degree, and only a
 * mirror has its global id written down; a replica set names the local numbers and both local
 * degrees too, so that a sampler needs no further look-up; degrees in the whole graph are sums over
 * a replica set; every column is as wide as its largest value needs.
 *
 * <p>Format version 4 of the {@link Table#TOPOLOGY} payload, with V = masters + mirrors. A column
 * is <em>packed</em> ({@link PackedInts}, its width in bits), <em>aligned</em> ({@link
 * AlignedInts}, width in bytes) or bytes; columns follow each other without gaps, absent ones have
 * no values. Columns joined by a brace are {@link PackedInts#records}: they are read together.
 *
 * <pre>
 * int32   version          4
 * int32   layout           0 compact, 1 compressed
 * int32   masters
 * int32   mirrors
 * int32   edges            E
 * int32   replicas         R, over all vertices, without the partition itself
 * int32   vertexTypes      T, 1 to 256
 * int32   edgeTypes        S, 1 to 65536
 * int32   outRanges        ranges of edges of one vertex and type, 0 if S = 1
 * int32   inRanges
 * int32   outListBytes     of compressed lists, 0 if compact
 * int32   inListBytes
 * int32   attributes       bit 0 weights, bit 1 times
 * int32   edgeFeatureDim
 * uint8[COLUMNS] widths    of each column, in the order below; 0 for bytes
 *
 * packed  typeStarts       T + 1   first master of each vertex type, then masters
 * packed { mirrorPartitions mirrors partition of the master
 *        { mirrorLocals    mirrors local number of the master
 * packed  mirrorTypes      mirrors vertex type                             if T &gt; 1
 * packed  replicaOffsets   V + 1   first entry of each vertex, then R
 * packed { replicaParts    R       partition
 *        { replicaLocals   R       local number there
 *        { replicaIns      R       in-degree there
 *        { replicaOuts     R       out-degree there
 *         three columns for out-edges, then three for in-edges; compact:
 * aligned offsets          V + 1   first edge of each vertex, then E
 * aligned neighbors        E       local number of the other end
 * bytes   none
 *         compressed:
 * aligned offsets          V + 1   as above                                if edges carry something
 * aligned starts           V + 1   first byte of each list, then their end
 * bytes   lists            outListBytes or inListBytes, see {@link CompressedLists}
 *         three columns for out-edges, then three for in-edges:
 * packed  rangeOffsets     V + 1   first range of each vertex              if S &gt; 1
 * packed  rangeTypes       ranges  edge type, ascending within a vertex
 * packed  rangeEnds        ranges  edges of the vertex of this type and those before
 * aligned inPositions      E       number of each in-edge                  if edges carry something
 * uint8[16]                zeros: the last values are read together with bytes behind them
 * </pre>
 */
public final class TopologyWriter {
  static final int VERSION = 4;
  static final int HEADER_INTS = 14;
  static final int COLUMNS = 22;
  static final int HEADER_BYTES = 4 * HEADER_INTS + COLUMNS;
  static final int PADDING = 16;
  static final int WEIGHTS = 1;
  static final int TIMES = 2;

  private static final int[] ABSENT = {};

  private final PlainTopology topology;
  private final StoreLayout layout;
  private final List<Column> columns = new ArrayList<>();

  /**
   * A column on its way out, or several that are read together.
   *
   * @param widths of each
   * @param values writes them
   */
  private record Column(int[] widths, Consumer<ByteWriter> values) {
    Column(int width, Consumer<ByteWriter> values) {
      this(new int[] {width}, values);
    }
  }

  private TopologyWriter(PlainTopology topology, StoreLayout layout) {
    this.topology = topology;
    this.layout = layout;
  }

  /**
   * Writes a topology.
   *
   * @throws io.graphember.spi.error.GraphemberException with code GRAPH_TOO_LARGE if compressed
   *     lists of one direction take more than 2 GiB
   */
  public static ByteWriter write(PlainTopology topology, StoreLayout layout) {
    return new TopologyWriter(topology, layout).write();
  }

  private ByteWriter write() {
    packed(topology.typeStarts());
    records(topology.mirrorPartitions(), topology.mirrorLocals());
    packed(topology.mirrorTypes());
    ReplicaLists replicas = topology.replicas();
    packed(replicas.offsets());
    records(replicas.partitions(), replicas.locals(), replicas.inDegrees(), replicas.outDegrees());
    final int outListBytes = lists(topology.out());
    final int inListBytes = lists(topology.in());
    final int outRanges = ranges(topology.out());
    final int inRanges = ranges(topology.in());
    aligned(topology.inPositions());
    final ByteWriter out = Section.writer();
    out.put(
        new int[] {
          VERSION,
          layout.ordinal(),
          topology.masters(),
          topology.mirrorPartitions().length,
          topology.edges(),
          replicas.partitions().length,
          topology.typeStarts().length - 1,
          topology.edgeTypes(),
          outRanges,
          inRanges,
          outListBytes,
          inListBytes,
          (topology.attributes().weight() ? WEIGHTS : 0)
              | (topology.attributes().time() ? TIMES : 0),
          topology.attributes().featureDim()
        });
    for (Column column : columns) {
      for (int width : column.widths()) {
        out.put((byte) width);
      }
    }
    for (Column column : columns) {
      column.values().accept(out);
    }
    out.put(new byte[PADDING]);
    return out;
  }

  /** The lists of one direction: three columns; bytes of the compressed lists. */
  private int lists(EdgeLists lists) {
    if (layout == StoreLayout.COMPACT) {
      aligned(lists.offsets());
      aligned(lists.neighbors());
      bytes(new byte[0]);
      return 0;
    }
    CompressedLists compressed = CompressedLists.of(lists);
    aligned(topology.attributes().none() ? ABSENT : lists.offsets());
    aligned(compressed.starts());
    bytes(compressed.bytes());
    return compressed.bytes().length;
  }

  /** The ranges of one direction: three columns; number of ranges. */
  private int ranges(EdgeLists lists) {
    if (topology.edgeTypes() == 1) {
      packed(ABSENT);
      packed(ABSENT);
      packed(ABSENT);
      return 0;
    }
    int[] offsets = new int[lists.vertices() + 1];
    IntArray types = new IntArray(lists.vertices());
    IntArray ends = new IntArray(lists.vertices());
    for (int v = 0; v < lists.vertices(); v++) {
      final int first = lists.offsets()[v];
      for (int e = first; e < lists.offsets()[v + 1]; e++) {
        if (e == first || lists.types()[e] != lists.types()[e - 1]) {
          types.add(lists.types()[e]);
          ends.add(0);
        }
        ends.values[ends.size - 1] = e + 1 - first;
      }
      offsets[v + 1] = types.size;
    }
    packed(offsets);
    packed(types.toArray());
    packed(ends.toArray());
    return types.size;
  }

  private static int largest(int[] values) {
    int largest = 0;
    for (int value : values) {
      largest = Math.max(largest, value);
    }
    return largest;
  }

  private void packed(int[] values) {
    records(values);
  }

  private void records(int[]... values) {
    int[] widths = new int[values.length];
    Arrays.setAll(widths, c -> PackedInts.width(largest(values[c])));
    columns.add(new Column(widths, out -> PackedInts.write(values, widths, out)));
  }

  private void aligned(int[] values) {
    final int width = AlignedInts.width(largest(values));
    columns.add(new Column(width, out -> AlignedInts.write(values, width, out)));
  }

  private void bytes(byte[] values) {
    columns.add(new Column(0, out -> out.put(values)));
  }
}
