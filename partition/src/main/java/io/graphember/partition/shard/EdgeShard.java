// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.shard;

import io.graphember.graph.settings.GraphSettings;
import io.graphember.memory.MemoryBudget;
import io.graphember.memory.RowStorage;
import io.graphember.partition.EdgewisePartitioner;
import io.graphember.partition.ShardPartitioner;
import io.graphember.partition.addition.CutExtension;
import io.graphember.partition.exchange.AllEdges;
import io.graphember.partition.exchange.GraphShard;
import io.graphember.partition.exchange.LocalVertices;
import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.exchange.ShardExchange;
import io.graphember.partition.exchange.SharedVertices;
import io.graphember.partition.exchange.VertexHomes;
import io.graphember.partition.placement.EdgeAssignment;
import io.graphember.partition.placement.PlacedTable;
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
import io.graphember.spi.partition.PartitioningRequest;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The edges of a shard: keeps those that end at its vertices, and cuts them together with the other
 * shards.
 *
 * <p>Memory is taken from the budget as it is needed, all of it given back by {@link #close()}.
 * Used by one thread at a time.
 */
final class EdgeShard implements AutoCloseable {
  /**
   * Of what partitioners tell other shards at once: a byte of each edge in an array that grows, and
   * one that comes.
   */
  private static final int MESSAGE_EDGE_BYTES = 3;

  private final GraphSettings settings;
  private final GraphHeader header;
  private final EdgeSchema schema;
  private final MemoryBudget.Reservation reservation;
  private final StagedEdges staged;
  private final StagedAssignment assigned = new StagedAssignment();
  private final NamedVertices named;
  private long kept; // edges of the table to be: the directions of staged ones that end here
  private List<PartitionRanges> masters = List.of(); // of the base version, by vertex type
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
   * @return what is wrong with another tool's assignment, the same in all shards; empty if the
   *     edges are cut
   */
  Optional<ShardFault> cut(
      KnownVertices known,
      IntFunction<String> keys,
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
    if (based()) {
      reserve(
          cutBytes(edges)
              + SharedVertices.estimateBytes(local.size(), local.rows())
              + CutExtension.estimateBytes(
                  local.size(), local.rows(), edges.edges(), settings.partitions()));
      place(
          edges,
          new CutExtension(
                  edges,
                  SharedVertices.of(local, exchange),
                  settings.partitions(),
                  progress,
                  cancellation)
              .of(masters));
      return Optional.empty();
    }
    EdgeAssignment assignment =
        new EdgeAssignment(local.size(), (int) edges.edges(), settings.partitions());
    GivenAssignment given = GivenAssignment.EMPTY;
    if (partitioner instanceof EdgewisePartitioner) {
      reserve(
          cutBytes(edges)
              + partitioner.estimateBytes(
                  edges.vertices(),
                  Math.max(edges.edges(), assigned.size()),
                  settings.partitions(),
                  settings.partitionerOptions()));
    }
    if (settings.partitioner().equals(AssignmentFiles.PARTITIONER)) {
      GivenPartitions partitions =
          assigned.numbered(
              known.numbering(),
              settings.partitions(),
              !AssignmentFiles.of(settings.partitionerOptions()).ofEdges());
      assigned.clear();
      Optional<ShardFault> fault =
          ShardFault.first(
              exchange.gather(
                  ShardFault.told(
                      partitions
                          .fault(edges, local.homes())
                          .map(found -> new ShardFault.Unassigned(found.text(keys))))),
              header.vertexTypes().size());
      if (fault.isPresent()) {
        return fault;
      }
      given = partitions;
    }
    PartitioningRequest request =
        EdgeAssignment.request(settings, given, workers, progress, cancellation);
    if (partitioner instanceof EdgewisePartitioner edgewise) {
      edgewise.partition(edges, local::number, request, assignment);
    } else if (partitioner instanceof ShardPartitioner together) {
      together.partition(share(edges, local, exchange, together), request, assignment);
    } else {
      final GraphNumbers numbers = numbers(edges, local, exchange);
      AllEdges all = allEdges(edges, numbers, exchange, partitioner);
      partitioner.partition(all, request, all.own(numbers.sink(assignment)));
    }
    assignment.complete();
    place(edges, assignment);
    return Optional.empty();
  }

  private GraphNumbers numbers(EdgeTable edges, LocalVertices local, ShardExchange exchange) {
    GraphNumbers.requireFew(local.total());
    reserve(cutBytes(edges) + GraphNumbers.estimateBytes(local.total(), local.rows()));
    return GraphNumbers.of(local, exchange);
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

  /** What this shard has of the graph that is cut. */
  private GraphShard share(
      EdgeTable edges, LocalVertices known, ShardExchange exchange, ShardPartitioner partitioner) {
    reserve(
        cutBytes(edges)
            + SharedVertices.estimateBytes(known.size(), known.rows())
            + IncidentEdges.messageBytes(edges.edges()));
    final SharedVertices named = SharedVertices.of(known, exchange);
    final byte[][] told = IncidentEdges.messages(edges, named);
    final long elsewhere = IncidentEdges.announced(told);
    final byte[][] messages = exchange.exchange(told);
    final long come = IncidentEdges.announced(messages);
    final long incident =
        cutBytes(edges)
            + IncidentEdges.estimateBytes(known.size(), known.rows(), come, known.total());
    reserve(incident + named.bytes() + IncidentEdges.messageBytes(come));
    final IncidentEdges all = IncidentEdges.of(edges, messages, named);
    final long vertices = all.vertices();
    reserve(incident + SharedVertices.estimateBytes(vertices, known.rows()));
    final SharedVertices shared = SharedVertices.of(all.local(), exchange);
    reserve(
        incident
            + shared.bytes()
            + MESSAGE_EDGE_BYTES * all.edges()
            + partitioner.estimateShardBytes(
                vertices,
                known.rows(),
                all.edges(),
                2 * edges.edges() - elsewhere + come,
                settings.partitions()));
    return new GraphShard(all, shared);
  }

  private AllEdges allEdges(
      EdgeTable edges, GraphNumbers numbers, ShardExchange exchange, Partitioner partitioner) {
    final long cut =
        cutBytes(edges) + VertexHomes.estimateBytes(numbers.vertices()) + 4L * numbers.vertices();
    reserve(cut);
    int[] inDegrees = new int[numbers.vertices()];
    for (int v = 0; v < edges.vertices(); v++) {
      inDegrees[numbers.of(v)] = edges.inDegree(v);
    }
    AllEdges all =
        new AllEdges(inDegrees, numbers.homes(), exchange, () -> new TableWalk(edges, numbers));
    reserve(
        cut
            + partitioner.estimateBytes(
                all.vertices(), all.edges(), settings.partitions(), settings.partitionerOptions()));
    return all;
  }

  /** Gives the memory back. */
  @Override
  public void close() {
    reservation.close();
  }
}
