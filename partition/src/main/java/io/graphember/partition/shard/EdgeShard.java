// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.shard;

import io.graphember.graph.settings.GraphSettings;
import io.graphember.memory.MemoryBudget;
import io.graphember.memory.RowStorage;
import io.graphember.partition.auto.Chosen;
import io.graphember.partition.auto.GraphFigures;
import io.graphember.partition.auto.PartitionerChoice;
import io.graphember.partition.exchange.LocalVertices;
import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.exchange.ShardExchange;
import io.graphember.partition.placement.EdgeAssignment;
import io.graphember.partition.placement.PlacedTable;
import io.graphember.partition.placement.SplitGroups;
import io.graphember.partition.staging.BuildProgress;
import io.graphember.partition.staging.EdgeSchema;
import io.graphember.partition.staging.EdgeTable;
import io.graphember.partition.staging.GivenPartitions;
import io.graphember.partition.staging.PartitionRanges;
import io.graphember.partition.staging.StagedAssignment;
import io.graphember.partition.staging.StagedEdges;
import io.graphember.partition.staging.StagedValues;
import io.graphember.schema.EdgeAttributes;
import io.graphember.schema.EdgeType;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.piece.AssignmentPiece;
import io.graphember.schema.piece.EdgePiece;
import io.graphember.schema.source.AssignmentFiles;
import io.graphember.spi.Cancellation;
import io.graphember.spi.Workers;
import io.graphember.spi.partition.GivenAssignment;
import io.graphember.spi.partition.Partitioner;
import io.graphember.spi.partition.VertexSplits;
import io.graphember.spi.partition.VertexTypes;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The edges of a shard: keeps those that end at its vertices, and cuts them together with the other
 * shards.
 *
 * <p>Memory is taken from the budget as it is needed, all of it given back by {@link #close()}.
 * Used by one thread at a time.
 */
final class EdgeShard implements AutoCloseable {
  private final GraphSettings settings;
  private final GraphHeader header;
  private final EdgeSchema schema;
  private final MemoryBudget.Reservation reservation;
  private final StagedEdges staged;
  private final StagedAssignment assigned = new StagedAssignment();
  private final NamedVertices named;
  private long kept; // edges of the table to be: the directions of staged ones that end here
  private List<PartitionRanges> masters = List.of(); // of the base version, by vertex type
  private Optional<PartitionerChoice> choice = Optional.empty();
  private @Nullable PlacedTable placed; // null until cut

  /**
   * A shard without edges.
   *
   * @param header header of the graph
   * @param named told of the ends of edges
   * @param storage keeps rows of edges
   */
  EdgeShard(
      GraphSettings settings,
      GraphHeader header,
      NamedVertices named,
      MemoryBudget budget,
      RowStorage storage) {
    this.named = named;
    this.settings = settings;
    this.header = header;
    schema = new EdgeSchema(header, settings.symmetrize());
    EdgeAttributes attributes =
        header.edgeTypes().stream()
            .map(EdgeType::attributes)
            .reduce(EdgeAttributes.NONE, EdgeAttributes::or);
    reservation = budget.take(0, "A shard of graph " + settings.name());
    staged =
        new StagedEdges(
            new StagedValues(attributes, more -> reserve(more + stagedBytes()), storage));
  }

  private long stagedBytes() {
    return staged.bytes() + assigned.bytes();
  }

  /** Brings the reservation to so many bytes, up or down. */
  private void reserve(long bytes) {
    if (bytes > reservation.bytes()) {
      reservation.grow(bytes - reservation.bytes());
    } else {
      reservation.shrinkTo(bytes);
    }
  }

  /** Takes rows of an assignment. */
  void stage(AssignmentPiece piece) {
    if (assigned.size() > EdgeTable.MAX_EDGES - piece.rows()) {
      throw EdgeTable.tooLarge(assigned.size() + piece.rows());
    }
    int[] sources = new int[0]; // of rows about vertices
    int vertexType = piece.type();
    if (piece.sources() != null) {
      EdgeType type = header.edgeType(piece.type());
      sources = named.ids(piece.sources(), type.source(), row -> NamedVertices.NOWHERE);
      vertexType = type.destination();
    }
    int[] ids = named.ids(piece.keys(), vertexType, row -> NamedVertices.NOWHERE);
    int[] all = new int[piece.rows()];
    Arrays.setAll(all, row -> row);
    assigned.add(piece, all, all.length, sources, ids);
    reserve(stagedBytes());
  }

  /**
   * Says that the load adds to a version, before any edge comes.
   *
   * @param masters which partition has which of its vertices, of each vertex type
   */
  void addTo(List<PartitionRanges> masters) {
    this.masters = List.copyOf(masters);
  }

  private boolean based() {
    return !masters.isEmpty();
  }

  /**
   * Takes edges of the base version's next partition, of a stored type and by number.
   *
   * @param homes [types, numbers] homes of its vertices
   */
  void stageBase(EdgePiece piece, short[][] homes) {
    requireRoom(piece);
    EdgeType type = schema.types().get(piece.type());
    int[] sources = named.baseIds(piece.sources(), type.source(), homes[type.source()]);
    int[] destinations =
        named.baseIds(piece.destinations(), type.destination(), homes[type.destination()]);
    for (int destination : destinations) {
      if (!named.here(destination, type.destination())) {
        throw MessageReader.malformed("an edge of the version that is added to ends elsewhere");
      }
    }
    kept += piece.rows();
    if (piece.rows() > 0) {
      staged.add(piece, 0, piece.rows(), sources, destinations);
    }
    reserve(stagedBytes());
  }

  /** Edges that are here. */
  long staged() {
    return staged.size();
  }

  /** The next edges of the base version are of the next partition. */
  void endPartition() {
    staged.endPartition();
  }

  private void requireRoom(EdgePiece piece) {
    if (staged.size() > EdgeTable.MAX_EDGES - piece.rows()) {
      throw EdgeTable.tooLarge(staged.size() + piece.rows());
    }
  }

  /** Takes edges. */
  void stage(EdgePiece piece, RoutedPiece routed) {
    requireRoom(piece);
    EdgeType type = header.edgeType(piece.type());
    int[] sources = named.ids(piece.sources(), type.source(), routed::place);
    int[] destinations =
        named.ids(piece.destinations(), type.destination(), routed::destinationPlace);
    for (int i = 0; i < sources.length; i++) {
      kept += named.here(destinations[i], type.destination()) ? 1 : 0;
      kept += settings.symmetrize() && named.here(sources[i], type.source()) ? 1 : 0;
    }
    if (piece.rows() > 0) {
      staged.add(piece, 0, piece.rows(), sources, destinations);
    }
    reserve(stagedBytes());
  }

  /** Edges that end here and are left out, since one of their ends there is not. */
  long skipped(KnownVertices known) {
    final long[] skipped = new long[1];
    staged.forEach(
        (edgeType, source, destination) -> {
          final EdgeType type = schema.types().get(edgeType);
          final boolean unknown =
              known.of(type.source(), source) < 0 || known.of(type.destination(), destination) < 0;
          skipped[0] += unknown && named.here(destination, type.destination()) ? 1 : 0;
        });
    return skipped[0];
  }

  /**
   * Cuts the edges, together with the other shards.
   *
   * @param known vertices that are known here
   * @param keys key of such a vertex, as text
   * @param splits of the vertices at home here
   * @return what is wrong with another tool's assignment, the same in all shards; empty if the
   *     edges are cut
   */
  Optional<ShardFault> cut(
      KnownVertices known,
      IntFunction<String> keys,
      SplitGroups.Splits splits,
      Partitioner partitioner,
      Workers workers,
      ShardExchange exchange,
      BuildProgress progress,
      Cancellation cancellation) {
    progress.at("sort", 0, 1);
    staged.renumber(known.ends(schema.types()));
    assigned.renumber(known.ends(header.edgeTypes()), known::of);
    final LocalVertices local = known.vertices();
    EdgeTable edges = sort(known, workers, cancellation);
    progress.at("partition", 0, 1);
    final LongConsumer reserved = bytes -> reserve(cutBytes(edges) + bytes);
    if (based()) {
      place(
          edges,
          new ShardCut(settings, edges, local, exchange, reserved)
              .extended(masters, progress, cancellation));
      return Optional.empty();
    }
    final VertexSplits ofRows = row -> splits.of(row, known.numbering().type(local.vertex(row)));
    final Chosen chosen =
        Chosen.of(settings, partitioner, () -> figures(edges, local, ofRows).gathered(exchange));
    choice = chosen.choice();
    final ShardCut cut = new ShardCut(chosen.settings(), edges, local, exchange, reserved);
    final long rows = Math.max(edges.edges(), assigned.size());
    GivenAssignment given = GivenAssignment.EMPTY;
    if (settings.partitioner().equals(AssignmentFiles.PARTITIONER)) {
      cut.reserveEdgewise(partitioner, rows);
      final GivenPartitions partitions = given(known);
      final Optional<ShardFault> fault = fault(partitions, edges, local, keys, exchange);
      if (fault.isPresent()) {
        return fault;
      }
      given = partitions;
    }
    place(
        edges,
        cut.by(
            chosen.partitioner(),
            EdgeAssignment.request(
                chosen.settings(),
                given,
                VertexSplits.EMPTY,
                VertexTypes.ONE,
                workers,
                progress,
                cancellation),
            ofRows,
            rows));
    return Optional.empty();
  }

  /** What a partitioner is chosen by, of the vertices at home here. */
  private GraphFigures figures(EdgeTable edges, LocalVertices local, VertexSplits ofRows) {
    return GraphFigures.of(
        local.rows(), row -> edges.inDegree(local.vertex(row)), ofRows, reservation.freeBytes());
  }

  /** What was chosen for the user, once it is cut. */
  Optional<PartitionerChoice> choice() {
    return choice;
  }

  /** What another tool has said, by the numbers of vertices. */
  private GivenPartitions given(KnownVertices known) {
    final GivenPartitions partitions =
        assigned.numbered(
            known.numbering(),
            settings.partitions(),
            !AssignmentFiles.of(settings.partitionerOptions()).ofEdges());
    assigned.clear();
    return partitions;
  }

  /** What is wrong with it, in any shard. */
  private Optional<ShardFault> fault(
      GivenPartitions given,
      EdgeTable edges,
      LocalVertices local,
      IntFunction<String> keys,
      ShardExchange exchange) {
    final Optional<ShardFault> own =
        given.fault(edges, local.homes()).map(found -> new ShardFault.Unassigned(found.text(keys)));
    return ShardFault.first(exchange.gather(ShardFault.told(own)), header.vertexTypes().size());
  }

  private void place(EdgeTable edges, EdgeAssignment assignment) {
    reserve(
        cutBytes(edges)
            + PlacedTable.estimateBytes(edges.edges(), schema.types().size(), header.edgesCarry()));
    placed = new PlacedTable(edges, assignment, schema.types());
  }

  /** The edges once they are cut. */
  PlacedTable placed() {
    if (placed == null) {
      throw new IllegalStateException("the shard is not cut yet");
    }
    return placed;
  }

  private EdgeTable sort(KnownVertices known, Workers workers, Cancellation cancellation) {
    EdgeTable.Options options = EdgeTable.Options.of(settings);
    reserve(
        stagedBytes()
            + EdgeTable.buildBytes(
                known.vertices().size(),
                staged.size(),
                kept,
                schema.types().size(),
                options,
                header.edgesCarry(),
                based()));
    return EdgeTable.of(
        staged, known.numbering(), options, known.vertices().homes(), workers, cancellation);
  }

  private long tableBytes(long vertices, long edges) {
    return EdgeTable.estimateBytes(
        vertices, edges, schema.types().size(), header.edgesCarry(), based());
  }

  /** Bytes of the table, what edges carry, and the assignment. */
  private long cutBytes(EdgeTable edges) {
    return stagedBytes()
        + tableBytes(edges.vertices(), edges.edges())
        + EdgeAssignment.estimateBytes(edges.vertices(), edges.edges());
  }

  /** Gives the memory back. */
  @Override
  public void close() {
    reservation.close();
  }
}
