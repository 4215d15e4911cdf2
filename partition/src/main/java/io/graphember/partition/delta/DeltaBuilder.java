// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.delta;

import io.graphember.graph.delta.AddedReplicas;
import io.graphember.graph.delta.ChangedMasters;
import io.graphember.graph.delta.PartitionPatch;
import io.graphember.graph.id.Table;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.graph.store.HeldOutLists;
import io.graphember.graph.store.Section;
import io.graphember.memory.MemoryBudget;
import io.graphember.memory.RowStorage;
import io.graphember.memory.bytes.ByteWriter;
import io.graphember.partition.exchange.VertexHomes;
import io.graphember.partition.load.ClassNames;
import io.graphember.partition.placement.EdgeAssignment;
import io.graphember.partition.placement.PlacedTable;
import io.graphember.partition.staging.EdgeTable;
import io.graphember.partition.staging.GraphStaging;
import io.graphember.partition.staging.VertexNumbering;
import io.graphember.partition.staging.VertexReader;
import io.graphember.partition.write.BlockForms;
import io.graphember.partition.write.BlockSink;
import io.graphember.partition.write.FeatureRange;
import io.graphember.partition.write.KeyedColumns;
import io.graphember.partition.write.MasterColumns;
import io.graphember.partition.write.PartitionSummary;
import io.graphember.partition.write.PartitionWriter;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.VertexType;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.schema.piece.Piece;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CsrRows;
import io.graphember.spi.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Builds the partition of small additions, and what they change of the partitions that stay as they
 * are stored: everything is staged as in a whole load, but of what is added to only that which is
 * touched.
 *
 * <p>O(d log d) of additions d, and of the vertices of the partitions that they touch. Used by one
 * thread.
 */
public final class DeltaBuilder implements AutoCloseable {
  private final GraphSettings settings;
  private final DeltaBase base;
  private final Cancellation cancellation;
  private final GraphStaging staging;
  private final StagedDelta staged;
  private final VertexNumbering numbering;
  private final PlacedTable edges;
  private final DeltaVertices vertices;
  private final BlockForms forms;

  /**
   * Stages and places everything.
   *
   * @param settings those of the load, but for the precision of features, which is the graph's
   * @param header what pieces look like, agreed with the base
   * @param pieces what is added
   * @param labelNames name of each label number that the pieces use, for each vertex type; all of
   *     them classes of the base
   * @param budget memory is taken from it until {@link #close}
   * @throws io.graphember.spi.error.GraphemberException as of a whole load
   */
  public DeltaBuilder(
      GraphSettings settings,
      GraphHeader header,
      DeltaBase base,
      Iterable<Piece> pieces,
      List<List<String>> labelNames,
      MemoryBudget budget,
      Workers workers,
      Cancellation cancellation) {
    this.settings = settings;
    this.base = base;
    this.cancellation = cancellation;
    staging = new GraphStaging(settings, header, budget, RowStorage.HEAP);
    try {
      staged = new StagedDelta(staging, base, cancellation);
      staged.stage(pieces);
      numbering = staging.numbering();
      forms = forms(labelNames);
      requireRange();
      staging.take(memory(header));
      final SealedPlaces places = new SealedPlaces(numbering, base.masters());
      final EdgeTable sorted = sorted(places, workers);
      edges = new PlacedTable(sorted, assignment(sorted), numbering.edgeSchema().types());
      vertices = new DeltaVertices(partition(), sorted, numbering, staged, places);
      edges.rename(partition(), vertices.locals());
    } catch (RuntimeException | Error e) {
      staging.close();
      throw e;
    }
  }

  private EdgeTable sorted(SealedPlaces places, Workers workers) {
    final EdgeTable sorted =
        EdgeTable.of(
            staging.edges(),
            numbering,
            EdgeTable.Options.of(settings),
            VertexHomes.ALONE,
            workers,
            cancellation);
    return settings.dropDuplicates()
        ? sorted.without(new DuplicateEdges(sorted, places, partition()).find(base.known()))
        : sorted;
  }

  private int partition() {
    return base.partition();
  }

  private BlockForms forms(List<List<String>> labelNames) {
    return new BlockForms(
        staging.header().vertexTypes(),
        ClassNames.ofTypes(
                staging.header(),
                labelNames,
                staging::labelNames,
                type -> staging.vertices(type).largestLabel())
            .stream()
            .map(ClassNames::classOfLabel)
            .toList(),
        base.sparse(),
        base.version().heldOutEdges() > 0);
  }

  private void requireRange() {
    final FeatureRange range = new FeatureRange(settings.featurePrecision(), cancellation);
    for (int t = 0; t < numbering.types(); t++) {
      if (!base.sparse().get(t)) {
        range.require(staging.header().vertexType(t), columns(t), staging.vertices(t).size());
      }
    }
  }

  private VertexReader columns(int type) {
    return new KeyedColumns(staging.vertices(type), staging.columns(type));
  }

  private long memory(GraphHeader header) {
    final int types = numbering.edgeSchema().types().size();
    final long all = staging.edgesToBe();
    return EdgeTable.buildBytes(
            numbering.vertices(),
            staging.edgeCount(),
            all,
            types,
            EdgeTable.Options.of(settings),
            header.edgesCarry(),
            true)
        + PlacedTable.estimateBytes(all, types, header.edgesCarry())
        + EdgeAssignment.estimateBytes(numbering.vertices(), all)
        + 64L * numbering.vertices()
        + 100 * all; // while the partition is written
  }

  private EdgeAssignment assignment(EdgeTable sorted) {
    final EdgeAssignment assignment =
        new EdgeAssignment((int) sorted.vertices(), (int) sorted.edges(), partition() + 1);
    for (long e = 0; e < sorted.edges(); e++) {
      assignment.assignEdge(partition());
    }
    assignment.complete();
    return assignment;
  }

  /** Edges of the partition. */
  public long edges() {
    return edges.edges();
  }

  /** Bytes of all blocks that are written, one copy of each; an estimate from above. */
  public long estimateBytes() {
    final long rows =
        staging.header().vertexTypes().stream()
            .mapToLong(type -> 8L * type.rowDim())
            .max()
            .orElse(0);
    return (32L + edges.attributes().bytes()) * edges.edges()
        + (64 + rows) * numbering.vertices()
        + 40L * vertices.replicas()
        + Section.BLOCK_BYTES;
  }

  /** Sends the blocks of the partition, and what the others change, to a sink. */
  public DeltaSummary write(BlockSink sink) {
    final PartitionSummary summary =
        new PartitionWriter(
                edges,
                p -> vertices.partition(),
                this::forEachMaster,
                p -> noneHeldOut(),
                forms,
                settings.store(),
                settings.featurePrecision(),
                cancellation)
            .write(partition(), sink);
    final List<DeltaSummary.Changes> changes = new ArrayList<>();
    for (int t = 0; t < numbering.types(); t++) {
      changes.add(new DeltaSummary.Changes(partition()));
    }
    final AddedReplicas[] added = vertices.added();
    final ChangedMasters[] changed = changed(changes);
    final long[] patchBytes = new long[partition()];
    for (int p = 0; p < added.length; p++) {
      final PartitionPatch patch = new PartitionPatch(added[p], changed[p]);
      if (!patch.isEmpty()) {
        cancellation.check();
        final ByteWriter payload = Section.writer();
        patch.write(payload);
        PartitionWriter.writeSection(sink, p, Table.PATCH, payload);
      }
    }
    for (SealedMasters masters : base.masters()) {
      final int more = added[masters.partition()].size();
      patchBytes[masters.partition()] =
          more == 0 ? 0 : 4L * masters.vertices() + 16L * (masters.replicas() + more);
    }
    return new DeltaSummary(
        summary,
        vertices.size(),
        edges.typeEdges(),
        IntStream.range(0, numbering.types())
            .mapToLong(t -> staging.columns(t).featureEntries())
            .toArray(),
        inDegrees(),
        endBytes(),
        changes,
        patchBytes,
        staging.skippedEdges());
  }

  private HeldOutLists noneHeldOut() {
    return new HeldOutLists(new int[vertices.masters() + 1], new int[0], new long[0], new byte[0]);
  }

  private void forEachMaster(int partition, int type, MasterColumns.Visitor visitor) {
    final VertexReader columns = columns(type);
    for (int local = vertices.typeStarts()[type];
        local < vertices.typeStarts()[type + 1];
        local++) {
      visitor.master(local, columns, vertices.vertex(local) - numbering.start(type));
    }
  }

  /** Masters of each partition that stays which came again, those of earlier additions too. */
  private ChangedMasters[] changed(List<DeltaSummary.Changes> changes) {
    final ChangedMasters[] all = new ChangedMasters[partition()];
    Arrays.fill(all, ChangedMasters.NONE);
    final int[] next = new int[numbering.types()]; // of the staged masters of each type
    for (SealedMasters masters : base.masters()) {
      all[masters.partition()] = changed(masters, next, changes);
    }
    return all;
  }

  private ChangedMasters changed(
      SealedMasters masters, int[] next, List<DeltaSummary.Changes> changes) {
    final int dim =
        Math.max(
            1,
            staging.header().vertexTypes().stream().mapToInt(VertexType::rowDim).max().orElse(1));
    final BitSet chosen = new BitSet(); // places among the masters
    final int[] rowOf = new int[masters.size()];
    final int[] typeOf = new int[masters.size()];
    int place = 0;
    for (int t = 0; t < next.length; t++) {
      for (int i = 0; i < masters.keys().get(t).size(); i++, place++) {
        rowOf[place] = next[t];
        typeOf[place] = t;
        chosen.set(place, staged.changed(t).get(next[t]++));
      }
    }
    final int[] places = chosen.stream().toArray();
    final ChangedMasters changed =
        new ChangedMasters(
            new int[places.length],
            new int[places.length],
            new byte[places.length],
            new long[places.length],
            new long[places.length],
            rows(places, typeOf, rowOf, dim));
    for (int i = 0; i < places.length; i++) {
      final int type = typeOf[places[i]];
      final VertexReader columns = columns(type);
      final int row = rowOf[places[i]];
      changed.masters()[i] = masters.locals()[places[i]];
      changed.labels()[i] = forms.classOf(type, columns.label(row));
      changed.splits()[i] = columns.split(row);
      changed.times()[i] = columns.time(row);
      changed.clusters()[i] = columns.cluster(row);
      final DeltaSummary.Changes ofType = changes.get(type);
      ofType.count(
          masters.partition(), masters.labels()[places[i]], masters.splits()[places[i]], -1);
      ofType.count(masters.partition(), changed.labels()[i], changed.splits()[i], 1);
    }
    return changed;
  }

  private CsrRows rows(int[] places, int[] typeOf, int[] rowOf, int dim) {
    final CsrRows.Builder rows = new CsrRows.Builder(dim, places.length, 16);
    final float[] row = new float[dim];
    for (int place : places) {
      final int rowDim = staging.header().vertexType(typeOf[place]).rowDim();
      columns(typeOf[place]).readRow(rowOf[place], row);
      for (int j = 0; j < rowDim; j++) {
        if (row[j] != 0) {
          rows.add(j, row[j]);
        }
      }
      rows.endRow();
    }
    return rows.build();
  }

  private long[] inDegrees() {
    final long[] counts = new long[Integer.SIZE];
    for (int local = 0; local < vertices.size(); local++) {
      int before = 0;
      if (local >= vertices.masters()) {
        final SealedPlaces.Place place = vertices.place(local);
        before = place.masters().degrees().in(place.index());
        counts[bucket(before)]--;
      }
      counts[bucket(before + vertices.in(local))]++;
    }
    return counts;
  }

  private static int bucket(int degree) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(degree);
  }

  private long[] endBytes() {
    final long[] bytes = new long[numbering.types()];
    for (int local = vertices.masters(); local < vertices.size(); local++) {
      final int vertex = vertices.vertex(local);
      final int type = numbering.type(vertex);
      final KeyColumn.Builder key =
          new KeyColumn.Builder(staging.header().vertexType(type).keyKind());
      staging.vertices(type).copyKey(vertex - numbering.start(type), key);
      bytes[type] += (long) key.build().bytesAt(0) * vertices.degree(local);
    }
    return bytes;
  }

  /** Gives the memory back. */
  @Override
  public void close() {
    staging.close();
  }
}
