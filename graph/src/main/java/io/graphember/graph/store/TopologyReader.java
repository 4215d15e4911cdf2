// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.store;

import io.graphember.graph.id.Table;
import io.graphember.graph.id.Vid;
import io.graphember.memory.AlignedInts;
import io.graphember.memory.PackedInts;
import io.graphember.memory.StoredBytes;
import io.graphember.schema.EdgeAttributes;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.VertexType;
import io.graphember.spi.error.GraphemberException;

/**
 * Finds the columns of a stored topology and checks them, so that no reader is led outside whatever
 * the bytes are: O(vertices + edges + replicas). Nothing is copied but the starts of vertex types.
 */
final class TopologyReader {
  private final int partition;
  private final StoredBytes payload;
  private int header; // index of the header's next number
  private int widths = 4 * TopologyWriter.HEADER_INTS; // index of the next column's width
  private long next = TopologyWriter.HEADER_BYTES; // first byte of the next column

  TopologyReader(int partition, StoredBytes payload) {
    this.partition = partition;
    this.payload = payload;
  }

  /** The numbers of the header. */
  record Counts(
      StoreLayout layout,
      int masters,
      int mirrors,
      int edges,
      int replicas,
      int vertexTypes,
      int edgeTypes,
      int outRanges,
      int inRanges,
      int outListBytes,
      int inListBytes,
      EdgeAttributes attributes) {
    int vertices() {
      return masters + mirrors;
    }
  }

  PartitionTopology read() {
    Counts counts = counts();
    try {
      return read(counts);
    } catch (IllegalArgumentException e) {
      throw corrupt("its counts do not match its length");
    }
  }

  private Counts counts() {
    if (payload.length() < TopologyWriter.HEADER_BYTES + TopologyWriter.PADDING) {
      throw corrupt("it ends too early");
    }
    Section.requireVersion(Table.TOPOLOGY, partition, number(), TopologyWriter.VERSION);
    int layout = number();
    if (layout != 0 && layout != 1) {
      throw corrupt("its layout is " + layout);
    }
    Counts counts =
        new Counts(
            StoreLayout.values()[layout],
            count(Integer.MAX_VALUE),
            count(Integer.MAX_VALUE),
            count(Integer.MAX_VALUE),
            count(Integer.MAX_VALUE),
            count(GraphHeader.MAX_VERTEX_TYPES),
            count(TypeColumn.MAX_TYPES),
            count(Integer.MAX_VALUE),
            count(Integer.MAX_VALUE),
            count(Integer.MAX_VALUE),
            count(Integer.MAX_VALUE),
            attributes(count(TopologyWriter.WEIGHTS | TopologyWriter.TIMES)));
    if (counts.vertexTypes == 0
        || counts.edgeTypes == 0
        || (long) counts.masters + counts.mirrors >= Integer.MAX_VALUE) {
      throw corrupt("its counts are out of range");
    }
    return counts;
  }

  private int number() {
    final int number = payload.intAt(header);
    header += Integer.BYTES;
    return number;
  }

  private int count(int most) {
    int count = number();
    if (count < 0 || count > most) {
      throw corrupt("its counts are out of range");
    }
    return count;
  }

  private EdgeAttributes attributes(int columns) {
    return new EdgeAttributes(
        (columns & TopologyWriter.WEIGHTS) != 0,
        (columns & TopologyWriter.TIMES) != 0,
        count(VertexType.MAX_FEATURE_DIM));
  }

  private PartitionTopology read(Counts counts) {
    final int offsets = counts.vertices() + 1;
    final boolean valued = !counts.attributes.none();
    PackedInts typeStarts = packed(counts.vertexTypes + 1);
    PackedInts[] mirrors = records(counts.mirrors, 2);
    PackedInts mirrorTypes = packed(counts.vertexTypes > 1 ? counts.mirrors : 0);
    PackedInts replicaOffsets = packed(offsets);
    PackedInts[] replicas = records(counts.replicas, 4);
    Adjacency out = adjacency(counts, counts.outListBytes);
    Adjacency in = adjacency(counts, counts.inListBytes);
    EdgeTypeRanges outTypes = ranges(counts, out, counts.outRanges);
    EdgeTypeRanges inTypes = ranges(counts, in, counts.inRanges);
    AlignedInts inPositions = aligned(valued ? counts.edges : 0);
    require(next == payload.length() - TopologyWriter.PADDING);
    PartitionTypes types = new PartitionTypes(typeStarts.toArray(), mirrorTypes, counts.edgeTypes);
    require(types.consistent(counts.masters));
    requireMirrors(mirrors[0], mirrors[1]);
    require(Ascending.to(counts.replicas, replicaOffsets));
    requirePositions(inPositions, counts.edges);
    return new PartitionTopology(
        payload.length(),
        counts.masters,
        counts.edges,
        counts.attributes,
        types,
        mirrors[0],
        mirrors[1],
        new ReplicaSets(replicaOffsets, replicas[0], replicas[1], replicas[2], replicas[3]),
        new EdgeIndex(out, outTypes),
        new EdgeIndex(in, inTypes),
        inPositions);
  }

  /** Columns follow the widths, so that a whole number is there. */
  private int width() {
    return (byte) payload.intAt(widths++);
  }

  private PackedInts packed(int size) {
    return records(size, 1)[0];
  }

  private PackedInts[] records(int size, int columns) {
    final int[] bits = new int[columns];
    int stride = 0;
    for (int c = 0; c < columns; c++) {
      bits[c] = width();
      stride += bits[c];
    }
    PackedInts[] records = PackedInts.records(payload, next, size, bits);
    next += PackedInts.bytes(size, stride);
    return records;
  }

  private AlignedInts aligned(int size) {
    final int width = width();
    AlignedInts column = new AlignedInts(payload, next, size, width);
    next += (long) size * width;
    return column;
  }

  private Adjacency adjacency(Counts counts, int listBytes) {
    final int offsets = counts.vertices() + 1;
    if (counts.layout == StoreLayout.COMPACT) {
      CompactAdjacency lists = new CompactAdjacency(aligned(offsets), aligned(counts.edges));
      widths++;
      require(listBytes == 0 && lists.consistent());
      return lists;
    }
    AlignedInts first = aligned(counts.attributes.none() ? 0 : offsets);
    AlignedInts starts = aligned(offsets);
    final long listStart = next;
    widths++;
    if (listBytes > payload.length() - TopologyWriter.PADDING - next) {
      throw corrupt("its counts do not match its length");
    }
    next += listBytes;
    CompressedAdjacency lists =
        new CompressedAdjacency(first, starts, payload, listStart, counts.edges);
    require(lists.consistent(listBytes));
    return lists;
  }

  private EdgeTypeRanges ranges(Counts counts, Adjacency lists, int ranges) {
    final boolean several = counts.edgeTypes > 1;
    require(several || ranges == 0);
    EdgeTypeRanges types =
        new EdgeTypeRanges(
            lists,
            packed(several ? counts.vertices() + 1 : 0),
            packed(several ? ranges : 0),
            packed(several ? ranges : 0));
    require(types.consistent(counts.vertices(), counts.edgeTypes));
    return types;
  }

  private void requireMirrors(PackedInts partitions, PackedInts locals) {
    boolean good = true;
    long before = -1;
    for (int i = 0; i < partitions.size(); i++) {
      long vid = Vid.of(partitions.get(i), locals.get(i));
      good &= vid > before && partitions.get(i) != partition;
      before = vid;
    }
    require(good);
  }

  private void requirePositions(AlignedInts positions, int edges) {
    boolean good = true;
    for (int i = 0; i < positions.size(); i++) {
      good &= positions.get(i) >= 0 && positions.get(i) < edges;
    }
    require(good);
  }

  private void require(boolean consistent) {
    if (!consistent) {
      throw corrupt("its columns contradict each other");
    }
  }

  private GraphemberException corrupt(String why) {
    return Section.corrupt(Table.TOPOLOGY, partition, why);
  }
}
