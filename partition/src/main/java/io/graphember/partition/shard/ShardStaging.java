// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.shard;

import io.graphember.graph.GraphError;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.memory.array.IntArray;
import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.exchange.VertexHomes;
import io.graphember.partition.staging.BaseVersion;
import io.graphember.partition.staging.EdgeSchema;
import io.graphember.partition.staging.GraphStaging;
import io.graphember.partition.staging.LargestLabel;
import io.graphember.partition.staging.Staging;
import io.graphember.schema.EdgeType;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.piece.AssignmentPiece;
import io.graphember.schema.piece.EdgePiece;
import io.graphember.schema.piece.HeldOutPiece;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.schema.piece.Piece;
import io.graphember.schema.piece.SplitPiece;
import io.graphember.schema.piece.VertexPiece;
import io.graphember.schema.source.AssignmentFiles;
import io.graphember.spi.error.GraphemberException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Sends the pieces of a load to its shards, every row to the homes of the keys that it names, and
 * keeps none of it: an edge goes to the home of its destination, and if it is symmetrised to that
 * of its source as well, each of which keeps one direction. Used by one thread at a time.
 */
public final class ShardStaging implements Staging {
  private final GraphSettings settings;
  private final GraphHeader header;
  private final EdgeSchema schema;
  private final GraphShards shards;
  private final long[] places; // of each vertex type: keys that have come
  private final LargestLabel[] labels; // of each vertex type
  private final PlaceLog log = new PlaceLog();
  private final long[] edgeRows; // of each edge type, that have come before: for messages
  private final IntArray[] chosen; // rows of the piece, for each shard
  private long rows;
  private Optional<BaseVersion> base = Optional.empty();

  /**
   * Nothing has come.
   *
   * @param settings whether edges are symmetrised, and what happens to unknown vertices
   * @param header what pieces look like
   * @throws GraphemberException with code {@link GraphError#TYPE_NAME_TAKEN}
   */
  public ShardStaging(GraphSettings settings, GraphHeader header, GraphShards shards) {
    this.settings = settings;
    this.header = header;
    this.shards = shards;
    schema = new EdgeSchema(header, settings.symmetrize());
    places = new long[header.vertexTypes().size()];
    labels = new LargestLabel[places.length];
    Arrays.setAll(labels, type -> new LargestLabel());
    edgeRows = new long[header.edgeTypes().size()];
    chosen = new IntArray[shards.shards()];
    Arrays.setAll(chosen, shard -> new IntArray(16));
  }

  /** Has the shards read what all pieces are added to, before the first of them. */
  public void addTo(BaseVersion version) {
    base = Optional.of(version);
    final long[] vertices = shards.addTo(version);
    if (vertices.length != places.length || Arrays.stream(vertices).anyMatch(count -> count < 0)) {
      throw MessageReader.malformed("vertices are " + Arrays.toString(vertices));
    }
    System.arraycopy(vertices, 0, places, 0, places.length);
  }

  @Override
  public long rows() {
    return rows;
  }

  @Override
  public void vertices(VertexPiece piece) {
    labels[piece.type()].check(piece);
    chooseHomes(piece.type(), piece.keys());
    send(places[piece.type()], 0, piece::rows);
    places[piece.type()] += piece.rows();
    rows += piece.rows();
  }

  @Override
  public void split(SplitPiece piece) {
    chooseHomes(piece.type(), piece.keys());
    send(
        places[piece.type()],
        0,
        some -> new SplitPiece(piece.type(), piece.split(), piece.keys().rows(some)));
    places[piece.type()] += piece.rows();
    rows += piece.rows();
  }

  @Override
  public void edges(EdgePiece piece) {
    chooseHomes(
        header.edgeType(piece.type()),
        piece.sources(),
        piece.destinations(),
        settings.symmetrize(),
        true);
    sendNaming(piece, "", piece.sources(), piece.destinations(), piece::rows);
  }

  @Override
  public void heldOut(HeldOutPiece piece) {
    chooseHomes(
        header.edgeType(piece.type()),
        piece.sources(),
        piece.destinations(),
        true,
        settings.symmetrize());
    sendNaming(piece, "A held-out row", piece.sources(), piece.destinations(), piece::rows);
  }

  @Override
  public void assignment(AssignmentPiece piece) {
    if (!settings.partitioner().equals(AssignmentFiles.PARTITIONER) || base.isPresent()) {
      throw GraphStaging.noAssignmentTaken();
    }
    final KeyColumn sources = piece.sources();
    if (sources == null) {
      chooseHomes(piece.type(), piece.keys());
    } else {
      chooseHomes(header.edgeType(piece.type()), sources, piece.keys(), true, true);
    }
    send(
        0,
        0,
        some -> {
          int[] partitions = new int[some.length];
          Arrays.setAll(partitions, i -> piece.partitions()[some[i]]);
          return new AssignmentPiece(
              piece.type(),
              sources == null ? null : sources.rows(some),
              piece.keys().rows(some),
              partitions);
        });
    rows += piece.rows();
  }

  private int home(int type, KeyColumn keys, int row) {
    return VertexHomes.of(type, keys.hashAt(row), chosen.length);
  }

  private void chooseHomes(int type, KeyColumn keys) {
    for (int row = 0; row < keys.size(); row++) {
      chosen[home(type, keys, row)].add(row);
    }
  }

  /** Chooses the homes of one end or both, once if they are the same. */
  private void chooseHomes(
      EdgeType type, KeyColumn sources, KeyColumn destinations, boolean ofSource, boolean ofBoth) {
    for (int row = 0; row < sources.size(); row++) {
      final int source = home(type.source(), sources, row);
      final int destination = home(type.destination(), destinations, row);
      final boolean both = ofSource && ofBoth;
      chosen[both || !ofSource ? destination : source].add(row);
      if (both && source != destination) {
        chosen[source].add(row);
      }
    }
  }

  /** Sends rows about edges, which give the next places to both their ends. */
  private void sendNaming(
      Piece piece,
      String who,
      KeyColumn sources,
      KeyColumn destinations,
      Function<int[], Piece> some) {
    final EdgeType type = header.edgeType(piece.type());
    final long first = places[type.source()];
    places[type.source()] += sources.size();
    final long firstDestination = places[type.destination()];
    places[type.destination()] += destinations.size();
    log.add(type.source(), first, who, piece.type(), edgeRows[piece.type()]);
    log.add(type.destination(), firstDestination, who, piece.type(), edgeRows[piece.type()]);
    edgeRows[piece.type()] += piece.rows();
    rows += piece.rows();
    send(first, firstDestination, some);
  }

  private void send(long first, long firstDestination, Function<int[], Piece> some) {
    for (int shard = 0; shard < chosen.length; shard++) {
      if (chosen[shard].size > 0) {
        final int[] those = chosen[shard].toArray();
        chosen[shard].size = 0;
        shards.stage(
            shard, new RoutedPiece(some.apply(those), those, first, firstDestination).encode());
      }
    }
  }

  /** What pieces look like. */
  public GraphHeader header() {
    return header;
  }

  /** The edge types that are stored. */
  public EdgeSchema edgeSchema() {
    return schema;
  }

  /** Where everything is. */
  public GraphShards shards() {
    return shards;
  }

  /** Keys of each vertex type that have come. */
  public long[] places() {
    return places.clone();
  }

  /** Largest label number of pieces; -1 if none came. */
  public int largestLabel(int type) {
    return labels[type].largest();
  }

  /** Name of each label number that vertices of a type have in the shards. */
  public List<String> labelNames(int type, List<String> ofPieces) {
    List<String> names = new ArrayList<>();
    base.ifPresent(version -> names.addAll(version.classNames().get(type)));
    names.addAll(ofPieces);
    return names;
  }

  /** What a fault of a shard is called. */
  public GraphemberException exception(ShardFault fault) {
    if (fault instanceof ShardFault.Unassigned unassigned) {
      return GraphStaging.wrongAssignment(settings, unassigned.text());
    }
    if (!(fault instanceof ShardFault.Unknown unknown)) {
      return GraphStaging.empty(settings);
    }
    final PlaceLog.Piece piece = log.find(unknown.type(), unknown.place());
    final String row =
        piece.who().isEmpty()
            ? "Row %d".formatted(piece.firstRow() + unknown.place() - piece.first() + 1)
            : piece.who();
    final String edges =
        header.edgeTypes().size() == 1
            ? "the edges"
            : "edge type " + header.edgeType(piece.edgeType()).name();
    return GraphStaging.unknown(
        row + " of " + edges, GraphStaging.called(header, unknown.type()), unknown.key());
  }

  @Override
  public void close() {
    // The shards are closed by who has opened them.
  }
}
