// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.shard;

import io.graphember.graph.GraphError;
import io.graphember.graph.key.KeyDictionary;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.graph.settings.GraphSettings.UnknownVertices;
import io.graphember.memory.array.IntArray;
import io.graphember.memory.array.LongArray;
import io.graphember.partition.exchange.LocalVertices;
import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.exchange.MessageWriter;
import io.graphember.partition.exchange.RankExchange;
import io.graphember.partition.exchange.ShardExchange;
import io.graphember.partition.staging.GraphStaging;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.KeyKind;
import io.graphember.schema.VertexType;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.schema.piece.VertexPiece;
import io.graphember.spi.error.GraphemberException;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds out which of the vertices that shards name there are, and gives all vertices their numbers
 * in the graph: within a type in the order of their places.
 *
 * <p>A shard sends the keys that it names to their homes, some mebibytes in a superstep; homes
 * create vertices, if that is what the settings say; shards rank places together, see {@link
 * RankExchange}; homes answer the numbers. Used by one thread.
 *
 * <p>A shard says of keys, as {@link MessageWriter} writes numbers: 1, or 0 if these are its last,
 * then for each type: the bytes of a VertexPiece that has keys alone, this, and for each key 1 more
 * than its place, 0 for one that creates nothing. It hears: 1, or 0 with the last ones, then in the
 * order in which it told of the keys 1 more than the number of each, 0 for one that is unknown.
 */
final class VertexExchange {
  private static final int MESSAGE_BYTES = 4 << 20;
  private static final int PIECE_KEYS = 1 << 12;
  private static final int PIECE_BYTES = 1 << 20; // and one key more
  private static final int MOST_ANSWERS = 1 << 18;
  private static final int BLOCK_BITS = 20; // of places that are ranked together, at least
  private static final int MOST_BLOCK_BITS = 16; // of the number of blocks of a type
  private static final int UNKNOWN = -1;

  private final GraphSettings settings;
  private final GraphHeader bare; // of keys alone
  private final boolean[] creates; // of each type
  private final HomeVertices[] homes;
  private final NamedVertices named;
  private final ShardExchange exchange;
  private final LongConsumer beforeGrowth;
  private final IntArray[][] claims; // [shards, types] what each has named of those at home here
  private final KeyDictionary[] created; // of each type
  private final LongArray[] createdPlaces; // of each type
  private Optional<ShardFault.Unknown> fault = Optional.empty();

  /**
   * An exchange that has not begun.
   *
   * @param beforeGrowth is told the bytes of what is created before it grows
   */
  VertexExchange(
      GraphSettings settings,
      GraphHeader header,
      HomeVertices[] homes,
      NamedVertices named,
      ShardExchange exchange,
      LongConsumer beforeGrowth) {
    this.settings = settings;
    this.homes = homes;
    this.named = named;
    this.exchange = exchange;
    this.beforeGrowth = beforeGrowth;
    bare =
        new GraphHeader(
            header.vertexTypes().stream()
                .map(type -> new VertexType(type.name(), type.keyKind(), 0, false, false))
                .toList(),
            header.edgeTypes());
    creates = new boolean[homes.length];
    created = new KeyDictionary[homes.length];
    createdPlaces = new LongArray[homes.length];
    claims = new IntArray[exchange.shards()][homes.length];
    for (int type = 0; type < homes.length; type++) {
      creates[type] = GraphStaging.creates(settings, header.vertexType(type));
      created[type] =
          KeyDictionary.of(
              header.vertexType(type).keyKind(), more -> beforeGrowth.accept(bytes() + more));
      createdPlaces[type] = new LongArray(16);
      for (IntArray[] ofShard : claims) {
        ofShard[type] = new IntArray(16);
      }
    }
  }

  /**
   * Bytes that an exchange takes.
   *
   * @param own vertices that are at home here
   * @param names of vertices that are not, or not known to be
   */
  static long estimateBytes(long own, long names) {
    final long messages =
        (MessageWriter.COPIES + 2L)
            * (Math.min(40 * names, MESSAGE_BYTES) + 6 * Math.min(names, MOST_ANSWERS));
    // Claims of others are about as many as those of this one.
    return messages
        + 6 * names
        + 20 * own
        + 16 * names
        + RankExchange.estimateBytes(Math.min(own, 1L << BLOCK_BITS), own);
  }

  private long bytes() {
    long bytes = 0;
    for (int type = 0; type < homes.length; type++) {
      // Places, those in order, rows; and the order and numbers of what they become.
      bytes += created[type] == null ? 0 : created[type].bytes() + 56L * created[type].size();
    }
    return bytes;
  }

  /**
   * Numbers of vertices within their types.
   *
   * @param counts vertices of each type in the graph
   * @param ofRows [types, rows as they came]
   * @param ofKeys [types, keys that are named], {@value #UNKNOWN} for one that there is not
   */
  record Numbers(long[] counts, long[][] ofRows, long[][] ofKeys) {}

  /**
   * Sends homes the keys that are named here, and takes what others name.
   *
   * @return the fault that all shards speak of
   */
  Optional<ShardFault> claim() {
    final Claims own = new Claims();
    boolean more = true;
    while (more) {
      more = false;
      byte[][] told = exchange.exchange(own.next());
      for (int shard = 0; shard < told.length; shard++) {
        final MessageReader in = new MessageReader(told[shard]);
        more |= in.index(2) == 1;
        while (!in.atEnd()) {
          hear(in, claims[shard]);
          beforeGrowth.accept(bytes());
        }
      }
    }
    return ShardFault.first(
        exchange.gather(ShardFault.told(fault.map(found -> (ShardFault) found))), homes.length);
  }

  /** The keys that are named here, in order, a superstep's worth at a time. */
  private final class Claims {
    private final KeyColumn.Builder[] keys = new KeyColumn.Builder[exchange.shards()];
    private final LongArray[] places = new LongArray[exchange.shards()];
    private final MessageWriter[] out = new MessageWriter[exchange.shards()];
    private @Nullable KeyKind kindOfKeys; // null before the first
    private int type;
    private int key; // the next one of the type

    Claims() {
      Arrays.setAll(places, shard -> new LongArray(16));
      Arrays.setAll(out, shard -> new MessageWriter());
    }

    byte[][] next() {
      while (type < homes.length && size() < MESSAGE_BYTES) {
        claim();
        if (key == named.names(type).keys()) {
          type++;
          key = 0;
        }
      }
      final byte[][] messages = new byte[out.length][];
      for (int shard = 0; shard < out.length; shard++) {
        final MessageWriter message = new MessageWriter();
        message.number(type < homes.length ? 1 : 0);
        message.append(out[shard]);
        messages[shard] = message.toBytes();
      }
      return messages;
    }

    private long size() {
      return Arrays.stream(out).mapToLong(MessageWriter::size).sum();
    }

    /** Takes some keys of the type. */
    private void claim() {
      final NamedVertices.Names names = named.names(type);
      final KeyKind kind = bare.vertexType(type).keyKind();
      if (kind != kindOfKeys) {
        Arrays.setAll(keys, shard -> new KeyColumn.Builder(kind));
        kindOfKeys = kind;
      }
      final int end = (int) Math.min(names.keys(), (long) key + (long) PIECE_KEYS * out.length);
      for (boolean room = true; room && key < end; key++) {
        final int home = names.home(key);
        names.copy(key, keys[home]);
        places[home].add(names.place(key) == NamedVertices.NOWHERE ? 0 : names.place(key) + 1);
        room = keys[home].bytes() < PIECE_BYTES;
      }
      for (int shard = 0; shard < out.length; shard++) {
        if (keys[shard].size() > 0) {
          final byte[] piece =
              new VertexPiece(type, keys[shard].build(), null, null, null).encode();
          out[shard].number(piece.length);
          out[shard].bytes(piece);
          for (int i = 0; i < places[shard].size; i++) {
            out[shard].number(places[shard].values[i]);
          }
          places[shard].size = 0;
        }
      }
    }
  }

  private void hear(MessageReader in, IntArray[] claimed) {
    final VertexPiece piece = VertexPiece.decode(in.bytes(in.index(Integer.MAX_VALUE)), bare);
    final int type = piece.type();
    final KeyColumn keys = piece.keys();
    final long[] places = new long[keys.size()];
    Arrays.setAll(places, i -> in.size() - 1);
    final int[] rows = Arrays.copyOf(homes[type].find(keys), keys.size());
    final int[] unknown =
        IntStream.range(0, rows.length).filter(i -> rows[i] == KeyDictionary.ABSENT).toArray();
    final int[] numbers = creates[type] ? create(type, keys.rows(unknown)) : new int[0];
    int next = 0;
    for (int i = 0; i < rows.length; i++) {
      if (rows[i] != KeyDictionary.ABSENT) {
        requireFirst(type, keys, i, rows[i], places[i]);
        claimed[type].add(2 * rows[i]);
      } else if (creates[type]) {
        final int number = numbers[next++];
        final LongArray first = createdPlaces[type];
        first.values[number] =
            Math.min(first.values[number], places[i] < 0 ? NamedVertices.NOWHERE : places[i]);
        claimed[type].add(2 * number + 1);
      } else {
        if (places[i] >= 0) {
          fault(type, keys, i, places[i]);
        }
        claimed[type].add(UNKNOWN);
      }
    }
  }

  /** Where vertices have to come first, they must have done so. */
  private void requireFirst(int type, KeyColumn keys, int at, int row, long place) {
    if (place >= 0 && place < homes[type].place(row)) {
      if (creates[type]) {
        throw homes[type].named().twice(keys.stringAt(at));
      }
      fault(type, keys, at, place);
    }
  }

  /**
   * Numbers keys among those that may be created: somebody has to name each where that creates it.
   */
  private int[] create(int type, KeyColumn keys) {
    final int[] numbers = new int[keys.size()];
    final LongArray places = createdPlaces[type];
    created[type].add(keys, numbers);
    for (int i = places.size; i < created[type].size(); i++) {
      places.add(NamedVertices.NOWHERE);
    }
    return numbers;
  }

  /** Remembers the first one, unless unknown vertices are passed over. */
  private void fault(int type, KeyColumn keys, int at, long place) {
    if (settings.unknownVertices() == UnknownVertices.ERROR
        && fault.filter(f -> f.type() < type || f.type() == type && f.place() < place).isEmpty()) {
      fault = Optional.of(new ShardFault.Unknown(type, place, keys.stringAt(at)));
    }
  }

  /**
   * Creates vertices and numbers all.
   *
   * @param places keys of each type that have come
   * @param origin number of the first vertex of each type
   * @throws GraphemberException with code {@link GraphError#GRAPH_TOO_LARGE}
   */
  Numbers number(long[] places, long origin) {
    final int[][] rowOf = new int[homes.length][];
    Arrays.setAll(rowOf, this::createVertices);
    final Ranks ranks = new Ranks(places, origin);
    final long[][] ofRows = ranks.find();
    return new Numbers(ranks.counts(), ofRows, answers(ranks.counts(), ofRows, rowOf));
  }

  /** The row of each vertex that is created, in order of their places; {@value #UNKNOWN} if not. */
  private int[] createVertices(int type) {
    final long[] places = createdPlaces[type].toArray();
    final long[] sorted = places.clone();
    Arrays.sort(sorted);
    HomeVertices.requireDistinct(sorted, NamedVertices.NOWHERE);
    final int[] rows = new int[places.length];
    final int[] order = new int[places.length]; // number of each that is created, by place
    final int before = homes[type].size();
    int count = 0;
    for (int number = 0; number < places.length; number++) {
      rows[number] = UNKNOWN;
      if (places[number] != NamedVertices.NOWHERE) {
        final int at = Arrays.binarySearch(sorted, places[number]);
        rows[number] = before + at;
        order[at] = number;
        count++;
      }
    }
    final KeyColumn.Builder keys = new KeyColumn.Builder(bare.vertexType(type).keyKind());
    for (int from = 0; from < count; from += PIECE_KEYS) {
      final int first = from;
      for (int i = from; i < Math.min(count, from + PIECE_KEYS); i++) {
        created[type].copy(order[i], keys);
      }
      homes[type].create(keys.build(), i -> sorted[first + i]);
    }
    return rows;
  }

  /** Places of rows, a block of places at a time. */
  private final class Ranks implements RankExchange.Lists {
    private final int blockBits;
    private final int[] types; // of each block
    private final int[] starts; // of each block: first row in order
    private final int[] ends;
    private final int[][] order = new int[homes.length][]; // rows in order of their places
    private final long[] totals; // of each block, in all shards
    private final long[] firsts; // of each block: vertices of the type in the blocks before
    private final long[] counts = new long[homes.length];
    private final long[][] numbers = new long[homes.length][];

    Ranks(long[] places, long origin) {
      Arrays.fill(counts, origin);
      final long most = Arrays.stream(places).max().orElse(0);
      blockBits =
          Math.max(BLOCK_BITS, Long.SIZE - Long.numberOfLeadingZeros(most) - MOST_BLOCK_BITS);
      final int blocks = Arrays.stream(places).mapToInt(this::blocks).sum();
      types = new int[blocks];
      starts = new int[blocks];
      ends = new int[blocks];
      totals = new long[blocks];
      firsts = new long[blocks];
      int block = 0;
      for (int type = 0; type < homes.length; type++) {
        order[type] = homes[type].order();
        numbers[type] = new long[order[type].length];
        int row = 0;
        for (int i = 0; i < blocks(places[type]); i++, block++) {
          types[block] = type;
          starts[block] = row;
          while (row < order[type].length && place(type, row) >>> blockBits <= i) {
            row++;
          }
          ends[block] = row;
        }
        if (row < order[type].length) {
          throw MessageReader.malformed(
              "place %d came of %d".formatted(place(type, row), places[type]));
        }
      }
    }

    private int blocks(long places) {
      return Math.toIntExact((places >>> blockBits) + 1);
    }

    private long place(int type, int row) {
      return homes[type].place(order[type][row]);
    }

    long[][] find() {
      final MessageWriter out = new MessageWriter();
      for (int block = 0; block < types.length; block++) {
        out.number(size(block));
      }
      for (byte[] told : exchange.gather(out.toBytes())) {
        final MessageReader in = new MessageReader(told);
        for (int block = 0; block < types.length; block++) {
          totals[block] += in.index(Integer.MAX_VALUE);
        }
      }
      for (int block = 0; block < types.length; block++) {
        firsts[block] = counts[types[block]];
        counts[types[block]] += totals[block];
      }
      if (Arrays.stream(counts).sum() > LocalVertices.MOST_VERTICES) {
        throw new GraphemberException(
            GraphError.GRAPH_TOO_LARGE,
            "The graph has %d vertices; this version holds up to %d in one graph."
                .formatted(Arrays.stream(counts).sum(), LocalVertices.MOST_VERTICES));
      }
      new RankExchange(exchange, this).find();
      return numbers;
    }

    long[] counts() {
      return counts;
    }

    @Override
    public int lists() {
      return types.length;
    }

    @Override
    public long total(int list) {
      return totals[list];
    }

    @Override
    public int size(int list) {
      return ends[list] - starts[list];
    }

    @Override
    public long first(int list, int entry) {
      return place(types[list], starts[list] + entry);
    }

    @Override
    public long second(int list, int entry) {
      return 0;
    }

    @Override
    public void rank(int list, int entry, int rank) {
      final int type = types[list];
      numbers[type][order[type][starts[list] + entry]] = firsts[list] + rank;
    }
  }

  /** Sends the numbers of what others have named, and takes those of what is named here. */
  private long[][] answers(long[] counts, long[][] ofRows, int[][] rowOf) {
    final long[][] ofKeys = new long[homes.length][];
    Arrays.setAll(ofKeys, type -> new long[named.names(type).keys()]);
    final int most = Math.max(1, MOST_ANSWERS / claims.length);
    final ByHome[] byHome = new ByHome[homes.length];
    Arrays.setAll(byHome, type -> new ByHome(named.names(type), claims.length));
    final Answers[] answers = new Answers[claims.length];
    final Asked[] asked = new Asked[claims.length];
    Arrays.setAll(answers, shard -> new Answers(claims[shard], ofRows, rowOf, most));
    Arrays.setAll(asked, shard -> new Asked(shard, byHome, ofKeys, counts));
    boolean more = true;
    while (more) {
      more = false;
      final byte[][] messages = new byte[answers.length][];
      Arrays.setAll(messages, shard -> answers[shard].next());
      final byte[][] told = exchange.exchange(messages);
      for (int shard = 0; shard < told.length; shard++) {
        final MessageReader in = new MessageReader(told[shard]);
        more |= in.index(2) == 1;
        while (!in.atEnd()) {
          asked[shard].answered(in.number() - 1);
        }
      }
      more = anyMore(more);
    }
    for (Asked ofShard : asked) {
      ofShard.end();
    }
    return ofKeys;
  }

  /** True if some shard has more to say: what each says to this one it need not say to others. */
  private boolean anyMore(boolean here) {
    boolean more = false;
    for (byte[] told : exchange.gather(new byte[] {(byte) (here ? 1 : 0)})) {
      more |= new MessageReader(told).get() == 1;
    }
    return more;
  }

  /** What is said to one shard. */
  private static final class Answers {
    private final IntArray[] claimed;
    private final long[][] ofRows;
    private final int[][] rowOf;
    private final int most;
    private int type;
    private int next;

    Answers(IntArray[] claimed, long[][] ofRows, int[][] rowOf, int most) {
      this.most = most;
      this.claimed = claimed;
      this.ofRows = ofRows;
      this.rowOf = rowOf;
    }

    byte[] next() {
      final MessageWriter some = new MessageWriter();
      for (int left = most; left > 0 && type < claimed.length; left--) {
        if (next < claimed[type].size) {
          some.number(number(claimed[type].values[next++]) + 1);
        } else {
          type++;
          next = 0;
        }
      }
      final MessageWriter out = new MessageWriter();
      out.number(type < claimed.length ? 1 : 0);
      out.append(some);
      return out.toBytes();
    }

    private long number(int claim) {
      final int row = (claim & 1) == 0 || claim == UNKNOWN ? claim >> 1 : rowOf[type][claim >> 1];
      return row == UNKNOWN ? UNKNOWN : ofRows[type][row];
    }
  }

  /** The keys of one type by their homes, in order. */
  private static final class ByHome {
    private final int[] keys;
    private final int[] starts; // [shards + 1]

    ByHome(NamedVertices.Names names, int shards) {
      keys = new int[names.keys()];
      starts = new int[shards + 1];
      for (int key = 0; key < keys.length; key++) {
        starts[names.home(key) + 1]++;
      }
      for (int shard = 0; shard < shards; shard++) {
        starts[shard + 1] += starts[shard];
      }
      final int[] next = starts.clone();
      for (int key = 0; key < keys.length; key++) {
        keys[next[names.home(key)]++] = key;
      }
    }
  }

  /** The keys that one home was asked for, in order. */
  private static final class Asked {
    private final int home;
    private final ByHome[] byHome;
    private final long[][] ofKeys;
    private final long[] counts;
    private int type;
    private int next; // among the keys of the type at the home

    Asked(int home, ByHome[] byHome, long[][] ofKeys, long[] counts) {
      this.home = home;
      this.byHome = byHome;
      this.ofKeys = ofKeys;
      this.counts = counts;
    }

    private boolean done() {
      while (type < byHome.length
          && byHome[type].starts[home] + next == byHome[type].starts[home + 1]) {
        type++;
        next = 0;
      }
      return type == byHome.length;
    }

    void answered(long number) {
      if (done() || number < UNKNOWN || number >= counts[type]) {
        throw MessageReader.malformed("number %d answers no key".formatted(number));
      }
      ofKeys[type][byHome[type].keys[byHome[type].starts[home] + next++]] = number;
    }

    void end() {
      if (!done()) {
        throw MessageReader.malformed("a number is missing");
      }
    }
  }
}
