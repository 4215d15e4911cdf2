// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.write;

import io.graphember.graph.id.BlockKey;
import io.graphember.graph.id.Table;
import io.graphember.graph.store.EdgeData;
import io.graphember.graph.store.GraphPartition;
import io.graphember.graph.store.KeySection;
import io.graphember.graph.store.PlainTopology;
import io.graphember.graph.store.ReplicaLists;
import io.graphember.graph.store.Section;
import io.graphember.graph.store.StoreLayout;
import io.graphember.graph.store.TopologyWriter;
import io.graphember.graph.store.VertexData;
import io.graphember.graph.store.VertexLabels;
import io.graphember.memory.bytes.ByteWriter;
import io.graphember.partition.placement.PlacedEdges;
import io.graphember.partition.placement.PlacedVertices;
import io.graphember.partition.placement.ReplicaTable;
import io.graphember.schema.EdgeAttributes;
import io.graphember.schema.VertexAttributes;
import io.graphember.schema.VertexType;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.spi.Cancellation;
import io.graphember.spi.FeaturePrecision;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Writes partitions of a graph that is cut: builds the topology of one, goes through its masters,
 * and sends the blocks of every table to a sink.
 *
 * <p>O(V_p + E_p) a partition. Its blocks depend on the order of vertices, the set of edges and the
 * settings alone. Used by one thread.
 */
public final class PartitionWriter {
  private final TopologyBuilder topologies;
  private final MasterColumns columns;
  private final HeldOutEdges heldOut;
  private final BlockForms forms;
  private final StoreLayout layout;
  private final FeaturePrecision precision;
  private final Cancellation cancellation;
  private final EdgeValueWriter values;
  private final VertexAttributes attributes;
  private final boolean labelledEdges;

  /**
   * A writer.
   *
   * @param edges where the edges are
   * @param vertices where the vertices are
   * @param columns what is known of masters
   * @param forms how blocks are written
   * @param layout of topologies
   * @param precision of dense features
   * @param cancellation looked at before every block
   */
  public PartitionWriter(
      PlacedEdges edges,
      PlacedVertices vertices,
      MasterColumns columns,
      HeldOutEdges heldOut,
      BlockForms forms,
      StoreLayout layout,
      FeaturePrecision precision,
      Cancellation cancellation) {
    this.columns = columns;
    this.heldOut = heldOut;
    this.forms = forms;
    this.layout = layout;
    this.precision = precision;
    this.cancellation = cancellation;
    topologies = new TopologyBuilder(edges, vertices);
    values = new EdgeValueWriter(edges.attributes());
    attributes = GraphPartition.attributes(forms.types());
    labelledEdges = edges.types().stream().anyMatch(type -> type.label().floats() > 0);
  }

  /**
   * Upper bound on the bytes that a partition takes while it is written.
   *
   * @param edges edges of the partition
   */
  public static long bytes(
      long edges, EdgeAttributes attributes, ReplicaTable replicas, int partition) {
    return TopologyBuilder.bytes(edges, attributes, replicas, partition);
  }

  /** Sends the blocks of a partition to a sink. */
  public PartitionSummary write(int partition, BlockSink target) {
    BlockSink sink =
        (key, block) -> {
          cancellation.check();
          target.put(key, block);
        };
    TopologyBuilder.Built built = topologies.build(partition);
    PlainTopology topology = built.topology();
    final ByteWriter payload = TopologyWriter.write(topology, layout);
    writeSection(sink, partition, Table.TOPOLOGY, payload);
    values.write(sink, partition, built.edges(), built.values());
    if (forms.heldOut()) {
      writeSection(sink, partition, Table.HELD_OUT, heldOut.of(partition).write());
    }
    Masters masters = new Masters(partition, topology, sink);
    masters.write();
    return new PartitionSummary(
        partition,
        payload.size()
            + EdgeData.estimateBytes(topology.attributes(), topology.edges())
            + (labelledEdges ? 4L * topology.edges() : 0)
            + GraphPartition.estimateBytes(
                topology.typeStarts(), masters.keys, forms.types(), masters.entries, precision),
        payload.size(),
        GraphPartition.featureBytes(
            topology.typeStarts(),
            forms.types(),
            masters.entries,
            precision,
            topology.attributes(),
            topology.edges()),
        masters.types);
  }

  /** Sends the blocks of a section to a sink. */
  public static void writeSection(BlockSink sink, int partition, Table table, ByteWriter payload) {
    int number = 0;
    for (byte[] block : Section.toBlocks(table, payload)) {
      sink.put(BlockKey.of(partition, table.number(), number++), block);
    }
  }

  /** The columns of the masters of one partition. */
  private final class Masters {
    private final int partition;
    private final PlainTopology topology;
    private final BlockSink sink;
    private final int[] starts;
    private final int[] labels;
    private final byte[] splits;
    private final long[] times;
    private final long[] clusters;
    private final List<KeyColumn> keys = new ArrayList<>();
    private final List<OptionalLong> entries = new ArrayList<>(); // empty where rows are dense
    private final List<PartitionSummary.Masters> types = new ArrayList<>();

    Masters(int partition, PlainTopology topology, BlockSink sink) {
      this.partition = partition;
      this.topology = topology;
      this.sink = sink;
      starts = topology.typeStarts();
      final int count = topology.masters();
      labels = new int[count];
      splits = new byte[count];
      times = new long[attributes.time() ? count : 0];
      clusters = new long[attributes.cluster() ? count : 0];
    }

    /** Rows as they come, the other columns when all have come. */
    void write() {
      for (int t = 0; t + 1 < starts.length; t++) {
        writeType(t);
      }
      writeSection(sink, partition, Table.KEYS, KeySection.write(keys));
      writeSection(sink, partition, Table.LABELS, new VertexLabels(labels, splits).write());
      if (attributes.count() > 0) {
        VertexData data =
            new VertexData(
                attributes.time() ? times : null, attributes.cluster() ? clusters : null);
        writeSection(sink, partition, Table.VERTEX_VALUES, data.write(labels.length));
      }
    }

    private void writeType(int type) {
      final VertexType of = forms.types().get(type);
      final int count = starts[type + 1] - starts[type];
      final boolean sparse = forms.sparse().get(type);
      KeyColumn.Builder ofType = new KeyColumn.Builder(of.keyKind());
      MasterMeter meter = new MasterMeter();
      float[] row = new float[of.rowDim()];
      SparseBlocks entriesOf =
          new SparseBlocks(sink, partition, Table.features(type), of.featureDim());
      DenseBlocks features =
          new DenseBlocks(
              sink,
              partition,
              Table.features(type),
              0,
              sparse ? 0 : of.featureDim(),
              precision,
              count);
      DenseBlocks targets =
          new DenseBlocks(
              sink,
              partition,
              Table.targets(type),
              of.featureDim(),
              of.targetDim(),
              FeaturePrecision.FLOAT32,
              count);
      columns.forEach(
          partition,
          type,
          (local, from, at) -> {
            from.copyKey(at, ofType);
            labels[local] = forms.classOf(type, from.label(at));
            splits[local] = from.split(at);
            if (attributes.time()) {
              times[local] = from.time(at);
            }
            if (attributes.cluster()) {
              clusters[local] = from.cluster(at);
            }
            if (sparse) {
              entriesOf.add(from, at);
            }
            if (!sparse || of.targetDim() > 0) {
              from.readRow(at, row);
              features.add(row);
              targets.add(row);
            }
          });
      features.end();
      targets.end();
      entries.add(sparse ? OptionalLong.of(entriesOf.end()) : OptionalLong.empty());
      KeyColumn column = ofType.build();
      keys.add(column);
      for (int i = 0; i < count; i++) {
        final int local = starts[type] + i;
        meter.add(labels[local], splits[local], column.bytesAt(i), degree(local));
      }
      types.add(meter.summary());
    }

    /** Edges of a master's vertex in all partitions. */
    private long degree(int local) {
      final int[] out = topology.out().offsets();
      final int[] in = topology.in().offsets();
      long degree = (long) out[local + 1] - out[local] + in[local + 1] - in[local];
      final ReplicaLists others = topology.replicas();
      for (int i = others.offsets()[local]; i < others.offsets()[local + 1]; i++) {
        degree += (long) others.inDegrees()[i] + others.outDegrees()[i];
      }
      return degree;
    }
  }
}
