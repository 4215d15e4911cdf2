// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.shard;

import io.graphember.graph.GraphError;
import io.graphember.graph.key.KeyDictionary;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.graph.settings.GraphSettings.UnknownVertices;
import io.graphember.graph.store.HeldOutLists;
import io.graphember.memory.MemoryBudget;
import io.graphember.memory.RowStorage;
import io.graphember.partition.base.BaseNumbers;
import io.graphember.partition.base.StoredPartition;
import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.exchange.MessageWriter;
import io.graphember.partition.exchange.ShardExchange;
import io.graphember.partition.placement.ReplicaFigures;
import io.graphember.partition.staging.BaseVersion;
import io.graphember.partition.staging.BuildProgress;
import io.graphember.partition.staging.EdgeSchema;
import io.graphember.partition.staging.GraphStaging;
import io.graphember.partition.write.BlockForms;
import io.graphember.partition.write.BlockSink;
import io.graphember.partition.write.FeatureRange;
import io.graphember.partition.write.PartitionSummary;
import io.graphember.partition.write.PartitionWriter;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.VertexType;
import io.graphember.schema.piece.AssignmentPiece;
import io.graphember.schema.piece.EdgePiece;
import io.graphember.schema.piece.HeldOutPiece;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.schema.piece.SplitPiece;
import io.graphember.schema.piece.VertexPiece;
import io.graphember.schema.source.AssignmentFiles;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CsrRows;
import io.graphember.spi.Workers;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.partition.Partitioner;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One shard of a graph that is loaded. It keeps the vertices that are at home in it, with all that
 * is known of them, and the edges that end there; cuts the edges together with the other shards;
 * then answers what it has of each partition, and writes partitions of which it asks all shards.
 *
 * <p>Memory is taken from the budget as it is needed, all of it given back by {@link #close()}.
 * Pieces are taken and edges are cut by one thread at a time; afterwards any thread may ask and
 * write.
 */
public final class LoadShard implements AutoCloseable {
  private static final long MOST_PLACES = 1L << 50;

  private final GraphSettings settings;
  private final GraphHeader header; // of pieces
  private final EdgeSchema schema;
  private final int shard;
  private final int shards;
  private final long origin; // number of the first vertex of each type
  private final MemoryBudget.Reservation reservation;
  private final NamedVertices named;
  private final EdgeShard edges;
  private final HomeVertices[] vertices; // of each type
  private final HeldOutShard heldOut;
  private short[][] baseHomes; // [types, numbers] of the version that is added to
  private GraphHeader written; // of the vertices here: what is added may have no labels
  private long besides; // bytes that an exchange takes now
  private boolean complete; // nothing comes any more
  private volatile @Nullable PlacedShard placed; // null until cut
  private volatile @Nullable BlockForms forms; // null until told

  /**
   * An empty shard.
   *
   * @param header header of the graph
   * @param shard number of this shard
   * @param shards number of shards
   * @param storage keeps rows of vertices and edges
   */
  public LoadShard(
      GraphSettings settings,
      GraphHeader header,
      int shard,
      int shards,
      MemoryBudget budget,
      RowStorage storage) {
    this(settings, header, shard, shards, budget, storage, 0);
  }

  /**
   * An empty shard of a graph whose first vertices are elsewhere.
   *
   * @param origin number of the first vertex of each type
   */
  LoadShard(
      GraphSettings settings,
      GraphHeader header,
      int shard,
      int shards,
      MemoryBudget budget,
      RowStorage storage,
      long origin) {
    this.origin = origin;
    this.settings = settings;
    this.header = header;
    written = header;
    this.shard = shard;
    this.shards = shards;
    schema = new EdgeSchema(header, settings.symmetrize());
    reservation = budget.take(0, "A shard of graph " + settings.name());
    vertices = new HomeVertices[header.vertexTypes().size()];
    Arrays.setAll(
        vertices,
        t ->
            new HomeVertices(
                header.vertexType(t),
                vertices.length == 1,
                more -> reserve(staged() + more),
                storage));
    named = new NamedVertices(header, vertices, shard, shards, more -> reserve(staged(more)));
    baseHomes = new short[vertices.length][0];
    heldOut = new HeldOutShard(schema, named);
    edges = new EdgeShard(settings, header, named, budget, storage);
  }

  private long staged() {
    return staged(named == null ? 0 : named.bytes());
  }

  private long staged(long ofNames) {
    long bytes =
        ofNames
            + (heldOut == null ? 0 : heldOut.bytes())
            + Arrays.stream(baseHomes).mapToLong(of -> Short.BYTES * of.length).sum();
    for (HomeVertices type : vertices) {
      bytes += type == null ? 0 : type.bytes();
    }
    return bytes;
  }

  /** Brings the reservation up to so many bytes, and those that are taken besides. */
  private synchronized void reserve(long bytes) {
    final long all = bytes + besides;
    if (all > reservation.bytes()) {
      reservation.grow(all - reservation.bytes());
    }
  }

  /**
   * Reads the version that a load adds to, together with the other shards, before any piece comes.
   *
   * @param readers shard that reads each partition
   * @param blocks gives the block of a key of the version, or null
   * @return edges of the version that are here
   * @throws GraphemberException also with code {@link GraphError#SECTION_CORRUPT}
   */
  public long addTo(
      BaseVersion base,
      int[] readers,
      LongFunction<byte @Nullable []> blocks,
      ShardExchange exchange,
      Cancellation cancellation) {
    requireIncomplete();
    requireBase(base, readers);
    written = new GraphHeader(base.vertexTypes(), header.edgeTypes());
    final long messages = BaseSlices.estimateBytes(shards);
    reserve(staged() + messages);
    final IntFunction<StoredPartition> partitions =
        partition -> {
          final long held = staged() + messages;
          return new StoredPartition(
              base, partition, bytes -> reserve(held + bytes), blocks, cancellation);
        };
    final BaseExchange all = new BaseExchange(base, new BaseHome(), exchange);
    final BaseNumbers numbers =
        all.count(readers, partitions, more -> reserve(staged() + messages + more));
    edges.addTo(IntStream.range(0, vertices.length).mapToObj(numbers::ranges).toList());
    baseHomes = all.homes();
    all.run(readers, partitions, numbers, () -> endMasters(base));
    reservation.shrinkTo(staged());
    return edges.staged();
  }

  private void endMasters(BaseVersion base) {
    for (int t = 0; t < vertices.length; t++) {
      vertices[t].endBase(base.classNames().get(t).size());
    }
  }

  /** Vertices of each type that the version has which is added to, of all shards. */
  public long[] baseVertices() {
    return Arrays.stream(baseHomes).mapToLong(of -> of.length).toArray();
  }

  private void requireBase(BaseVersion base, int[] readers) {
    boolean fits =
        base.keptPartitions() == settings.partitions()
            && readers.length == base.partitions()
            && base.vertexTypes().size() == vertices.length
            && base.classNames().size() == vertices.length
            && base.edgeTypes().size() == schema.types().size()
            && Arrays.stream(readers).allMatch(reader -> reader >= 0 && reader < shards);
    if (!fits) {
      throw MessageReader.malformed("the version that is added to is of another graph");
    }
  }

  /** Keeps what is at home here of the version that is added to. */
  private final class BaseHome implements BaseExchange.Home {
    @Override
    public void masters(RoutedPiece routed) {
      add(routed);
      reserve(staged());
    }

    @Override
    public void edges(EdgePiece piece) {
      edges.stageBase(piece, baseHomes);
    }

    @Override
    public void heldOut(
        int type, HeldOutLists.Kind kind, KeyColumn sources, KeyColumn destinations) {
      heldOut.stageBase(type, kind, sources, destinations, baseHomes);
    }

    @Override
    public void endPartition() {
      edges.endPartition();
      reserve(staged());
    }
  }

  /**
   * Takes vertices that are at home here, edges with an end that is, or rows of an assignment about
   * either.
   *
   * @param bytes a {@link RoutedPiece}
   */
  public void stage(byte[] bytes) {
    requireIncomplete();
    RoutedPiece routed = RoutedPiece.decode(bytes, header);
    if (routed.piece() instanceof VertexPiece) {
      add(routed);
    } else if (routed.piece() instanceof EdgePiece some) {
      edges.stage(some, routed);
    } else if (routed.piece() instanceof HeldOutPiece some) {
      heldOut.stage(some, routed);
    } else if (routed.piece() instanceof SplitPiece split) {
      stage(split, routed);
    } else if (routed.piece() instanceof AssignmentPiece rows) {
      edges.stage(rows);
    }
    reserve(staged());
  }

  private void add(RoutedPiece routed) {
    if (!(routed.piece() instanceof VertexPiece piece)) {
      throw MessageReader.malformed("vertices are " + routed.piece());
    }
    vertices[piece.type()].add(piece, routed::place);
  }

  private void stage(SplitPiece piece, RoutedPiece routed) {
    final HomeVertices ofType = vertices[piece.type()];
    if (GraphStaging.creates(settings, header.vertexType(piece.type()))) {
      ofType.create(piece.keys(), routed::place);
    }
    final int[] rows = Arrays.copyOf(ofType.find(piece.keys()), piece.rows());
    int known = 0;
    for (int i = 0; i < rows.length; i++) {
      if (rows[i] != KeyDictionary.ABSENT) {
        rows[known++] = rows[i];
      } else if (settings.unknownVertices() != UnknownVertices.SKIP) {
        final String who = "The " + piece.split().name().toLowerCase(Locale.ROOT) + " split";
        throw ofType.named().unknown(who, piece.keys(), i);
      }
    }
    ofType.split(piece.split(), rows, known);
  }

  private void requireIncomplete() {
    if (complete) {
      throw MessageReader.malformed("the shard was told before to cut what it has");
    }
  }

  /**
   * Cuts the edges and places the vertices, together with the other shards.
   *
   * @param places keys of each vertex type that have come
   * @return a {@link ShardSummary}, or the fault that it tells of
   */
  public byte[] cut(
      long[] places,
      Partitioner partitioner,
      Workers workers,
      ShardExchange exchange,
      BuildProgress progress,
      Cancellation cancellation) {
    requireIncomplete();
    if (places.length != vertices.length
        || Arrays.stream(places).anyMatch(count -> count < 0 || count > MOST_PLACES)) {
      throw MessageReader.malformed("places are " + Arrays.toString(places));
    }
    complete = true;
    progress.at("number", 0, 1);
    final long exchanged = VertexExchange.estimateBytes(home(), named.size());
    besides = exchanged;
    reserve(staged());
    VertexExchange all =
        new VertexExchange(
            settings,
            header,
            vertices,
            named,
            exchange,
            created -> {
              besides = exchanged + created;
              reserve(staged());
            });
    Optional<ShardFault> fault = all.claim();
    if (fault.isPresent()) {
      return ShardSummary.fault(fault.get());
    }
    final Numbered numbered = number(all, places);
    besides = 0;
    if (Arrays.stream(numbered.counts()).sum() == 0) {
      return ShardSummary.fault(new ShardFault.Empty());
    }
    final KnownVertices known = numbered.known();
    baseHomes = new short[vertices.length][0];
    final long skipped = (known.complete() ? 0 : edges.skipped(known)) + heldOut.renumber(known);
    final boolean given = settings.partitioner().equals(AssignmentFiles.PARTITIONER);
    if (!given) {
      named.forget();
    }
    requireRange(numbered.counts(), exchange, cancellation);
    fault =
        edges.cut(
            known,
            vertex -> key(known, vertex),
            HomeVertices.splits(vertices),
            partitioner,
            workers,
            exchange,
            progress,
            cancellation);
    if (fault.isPresent()) {
      return ShardSummary.fault(fault.get());
    }
    named.forget();
    progress.at("place", 0, 1);
    final ShardPlacement placement =
        new ShardPlacement(
            settings,
            written,
            vertices,
            edges.placed(),
            heldOut.pairs(),
            bytes -> reserve(staged() + bytes));
    final PlacedShard made = placement.place(known, exchange);
    reservation.shrinkTo(staged() + placement.keptBytes());
    placed = made;
    return new ShardSummary(
            numbered.counts(),
            skipped,
            heldOut.pairs().came(),
            edges.placed().partitionEdges(),
            edges.placed().typeEdges(),
            Arrays.stream(vertices).mapToLong(HomeVertices::featureEntries).toArray(),
            Arrays.stream(vertices).mapToLong(HomeVertices::columnBytes).sum(),
            ReplicaFigures.of(made.replicas()),
            edges.choice())
        .encode();
  }

  /** What is known once all vertices have their numbers: how many there are, and which here. */
  private record Numbered(long[] counts, KnownVertices known) {}

  private Numbered number(VertexExchange all, long[] places) {
    final VertexExchange.Numbers numbers = all.number(places, origin);
    reserve(staged() + KnownVertices.estimateBytes(home(), named.size()));
    return new Numbered(
        numbers.counts(), KnownVertices.of(schema, named, numbers, baseHomes, shard));
  }

  /** Key of a vertex that is known here, as text; a look at all of them. */
  private String key(KnownVertices known, int vertex) {
    final int type = known.numbering().type(vertex);
    final int number = vertex - known.numbering().start(type);
    final KeyColumn.Builder key = new KeyColumn.Builder(header.vertexType(type).keyKind());
    final NamedVertices.ByIds ofIds = known.ofIds()[type];
    for (int name = 0; name < ofIds.ofKeys().length; name++) {
      if (ofIds.ofKeys()[name] == number) {
        named.names(type).copy(name, key);
        return key.build().stringAt(0);
      }
    }
    for (int row = 0; row < ofIds.ofRows().length; row++) {
      if (ofIds.ofRows()[row] == number) {
        vertices[type].named().copyKey(row, key);
      }
    }
    return key.build().stringAt(0);
  }

  /**
   * Refuses features that are too large to be stored. Which types are dense all shards have to
   * know: each says how many features of each type are not zero.
   */
  private void requireRange(long[] counts, ShardExchange exchange, Cancellation cancellation) {
    FeatureRange range = new FeatureRange(settings.featurePrecision(), cancellation);
    MessageWriter out = new MessageWriter();
    for (HomeVertices type : vertices) {
      out.number(type.featureEntries());
    }
    long[] entries = new long[vertices.length];
    for (byte[] told : exchange.gather(out.toBytes())) {
      MessageReader in = new MessageReader(told);
      Arrays.setAll(entries, t -> entries[t] + in.number());
    }
    for (int t = 0; t < vertices.length; t++) {
      final VertexType type = header.vertexType(t);
      if (!CsrRows.pays(entries[t], counts[t], type.featureDim())) {
        range.require(type, vertices[t].reader(), vertices[t].size());
      }
    }
  }

  /** How many vertices are at home here. */
  private long home() {
    return Arrays.stream(vertices).mapToLong(HomeVertices::size).sum();
  }

  private PlacedShard placed() {
    PlacedShard made = placed;
    if (made == null) {
      throw MessageReader.malformed("the shard is not cut yet");
    }
    return made;
  }

  private BlockForms forms() {
    BlockForms told = forms;
    if (told == null) {
      throw MessageReader.malformed("the shard does not know yet how blocks are written");
    }
    return told;
  }

  /** Hears how blocks are written, before any is. */
  public void forms(byte[] bytes) {
    forms = BlockForms.decode(bytes, header.vertexTypes());
  }

  /**
   * Edges of a partition that are here, in canonical order, some tens of thousands at a time.
   *
   * @param first place of the first among them
   * @return for each edge: d, the local number of its destination less the one before, as 2 d, or
   *     -2 d - 1 if d is negative, that of its source, its type, and what edges carry: the bits of
   *     the weight, the timestamp, the bits of the features; nothing behind the last
   */
  public byte[] edges(int partition, int first) {
    return placed().edges(partition, first);
  }

  /**
   * Vertices of a partition that are at home here, ascending, about a mebibyte at a time.
   *
   * @param first local number of the first at least
   * @return how many are left behind these, then for each: how many local numbers are between it
   *     and the one before, the first one before the first; if it is a mirror, its vid and type;
   *     its replicas in other partitions, and for each, ascending: the partition less the one
   *     before, the local number, edges that end, and edges that begin there
   */
  public byte[] vertices(int partition, int first) {
    return placed().vertices(partition, first);
  }

  /**
   * Masters of a partition that are at home here, ascending, about a mebibyte at a time.
   *
   * @param first local number of the first at least
   * @return how many are left behind these, how many these are, for each how many local numbers are
   *     between it and the one before, and a {@link VertexPiece} whose labels are the numbers that
   *     pieces had
   */
  public byte[] masters(int partition, int type, int first) {
    final int of = MessageReader.index(type, vertices.length);
    return placed().masters(partition, of, first, forms().sparse().get(of));
  }

  /**
   * Held-out edges that begin at masters of a partition and are here, in the order in which they
   * came, some tens of thousands at a time.
   *
   * @param first place of the first among them
   * @return how many are left, then for each: local number of its source's master, twice its type,
   *     1 more for the reverse of one that came, id of its destination
   */
  public byte[] heldOut(int partition, int first) {
    return placed().heldOut(partition, first);
  }

  /**
   * Writes a partition; one at a time, since the memory for one is taken.
   *
   * @param reads asks all shards
   * @param sink takes the blocks
   * @return a {@link PartitionSummary}
   */
  public byte[] write(int partition, ShardReads reads, BlockSink sink, Cancellation cancellation) {
    PlacedShard own = placed();
    ShardedEdges all = new ShardedEdges(reads, own, cancellation);
    PartitionWriter writer =
        new PartitionWriter(
            all,
            new ShardedVertices(reads, own, cancellation),
            new ShardedMasters(reads, own, cancellation),
            new ShardedHeldOut(reads, own, cancellation),
            forms(),
            settings.store(),
            settings.featurePrecision(),
            cancellation);
    return writer.write(own.partition(partition), sink).encode();
  }

  /** Gives the memory back. */
  @Override
  public void close() {
    reservation.close();
    edges.close();
  }
}
