// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema.piece;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.schema.EdgeAttributes;
import io.graphember.schema.EdgeLabel;
import io.graphember.schema.EdgeType;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.InputError;
import io.graphember.schema.KeyKind;
import io.graphember.schema.Split;
import io.graphember.schema.VertexAttributes;
import io.graphember.schema.VertexType;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.CsrRows;
import io.graphember.spi.error.GraphemberException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class PieceTest {
  private static final GraphHeader PLAIN = new GraphHeader(KeyKind.INT64, 0, false);
  private static final GraphHeader FULL = new GraphHeader(KeyKind.STRING, 2, true);

  /** A piece with the header of its graph. */
  record Sample(Piece piece, GraphHeader header) {}

  private static Arbitrary<String> keys() {
    return Arbitraries.strings()
        .withCharRange('a', 'z')
        .withChars('é', '漢')
        .ofMinLength(1)
        .ofMaxLength(6)
        .map(text -> text.startsWith("z") ? text + "\uD83D\uDE00" : text);
  }

  private static Arbitrary<KeyColumn> columns(KeyKind kind, int rows) {
    return switch (kind) {
      case INT64 ->
          Arbitraries.oneOf(Arbitraries.longs(), Arbitraries.integers().map(Integer::longValue))
              .array(long[].class)
              .ofSize(rows)
              .map(KeyColumn::of);
      case STRING -> keys().array(String[].class).ofSize(rows).map(KeyColumn::of);
      case UUID ->
          Combinators.combine(Arbitraries.longs(), Arbitraries.longs())
              .as(UUID::new)
              .array(UUID[].class)
              .ofSize(rows)
              .map(KeyColumn::of);
    };
  }

  @Provide
  Arbitrary<Sample> samples() {
    return Combinators.combine(
            Arbitraries.of(KeyKind.class),
            Arbitraries.integers().between(0, 20),
            Arbitraries.integers().between(0, 3),
            Arbitraries.of(true, false),
            Arbitraries.of(true, false),
            Arbitraries.integers().between(0, 3))
        .flatAs(PieceTest::sample);
  }

  private static Arbitrary<Sample> sample(
      KeyKind kind, int rows, int dim, boolean labels, boolean splits, int type) {
    // An edge carries a weight where a vertex has labels, and so on.
    GraphHeader header =
        new GraphHeader(
            new VertexType(GraphHeader.VERTEX, kind, dim, labels, false),
            new EdgeAttributes(labels, splits, dim));
    Arbitrary<? extends Piece> pieces =
        switch (type) {
          case 0 ->
              Combinators.combine(
                      columns(kind, rows),
                      Arbitraries.integers().between(-1, 9).array(int[].class).ofSize(rows),
                      Arbitraries.bytes()
                          .between((byte) 0, (byte) 3)
                          .array(byte[].class)
                          .ofSize(rows),
                      Arbitraries.floats().array(float[].class).ofSize(rows * dim))
                  .as(
                      (keys, label, split, features) ->
                          new VertexPiece(
                              keys,
                              labels ? label : null,
                              splits ? split : null,
                              dim > 0 ? features : null));
          case 1 ->
              Combinators.combine(Arbitraries.of(Split.class), columns(kind, rows))
                  .as(SplitPiece::new);
          case 2 -> edges(kind, rows, dim, labels, splits);
          default ->
              Combinators.combine(
                      columns(kind, rows),
                      columns(kind, rows),
                      Arbitraries.integers().array(int[].class).ofSize(rows))
                  .as(
                      (sources, keys, partitions) ->
                          new AssignmentPiece(0, labels ? sources : null, keys, partitions));
        };
    return pieces.map(piece -> new Sample(piece, header));
  }

  private static Arbitrary<EdgePiece> edges(
      KeyKind kind, int rows, int dim, boolean weights, boolean times) {
    return Combinators.combine(
            columns(kind, rows),
            columns(kind, rows),
            Arbitraries.floats().greaterOrEqual(0).array(float[].class).ofSize(rows),
            Arbitraries.longs().array(long[].class).ofSize(rows),
            Arbitraries.floats().array(float[].class).ofSize(rows * dim))
        .as(
            (sources, destinations, weight, time, features) ->
                new EdgePiece(
                    0,
                    sources,
                    destinations,
                    weights ? weight : null,
                    times ? time : null,
                    dim > 0 ? features : null));
  }

  /** Vertices with sparse rows of features and a target that is often unknown. */
  @Property(tries = 300)
  void sparseRowsAreDecoded(
      @ForAll @IntRange(max = 12) int rows,
      @ForAll @IntRange(min = 1, max = 20) int dim,
      @ForAll long key) {
    GraphHeader header =
        new GraphHeader(
            new VertexType(GraphHeader.VERTEX, KeyKind.INT64, dim, List.of("y"), false, false)
                .with(new VertexAttributes(true, true)),
            EdgeAttributes.NONE);
    long[] numbers = LongStream.range(0, 2L * rows).map(i -> i % 2 == 0 ? -i : i).toArray();
    float[] dense = new float[rows * (dim + 1)];
    for (int i = 0; i < dense.length; i++) {
      final long bits = CounterRandom.bits(key, i);
      dense[i] = bits % 5 == 0 ? CounterRandom.unitFloat(bits) : 0;
      dense[i] = i % (dim + 1) == dim && bits % 3 == 0 ? Float.NaN : dense[i];
    }
    long[] keys = LongStream.range(0, rows).toArray();
    VertexPiece piece =
        new VertexPiece(
            0, KeyColumn.of(keys), null, null, null, CsrRows.of(dense, 0, rows, dim + 1), numbers);
    Piece decoded = Piece.decode(piece.encode(), header);
    assertThat(decoded).isEqualTo(piece).hasSameHashCodeAs(piece);
    assertThat(((VertexPiece) decoded).dense().features()).isEqualTo(dense);
    byte[] bytes = piece.encode();
    for (int flip = 0; flip < 20; flip++) {
      byte[] wrong = bytes.clone();
      final int at = CounterRandom.bounded(CounterRandom.bits(~key, flip), wrong.length);
      wrong[at] ^= (byte) (1 << (flip & 7));
      try {
        VertexPiece read = (VertexPiece) Piece.decode(wrong, header);
        assertThat(read.dense().rows()).isNotNegative();
      } catch (GraphemberException e) {
        assertThat(e.is(InputError.PIECE_MALFORMED)).isTrue();
      }
    }
  }

  @Test
  void sparseRowsThatAreWrongAreRefused() {
    GraphHeader header = new GraphHeader(KeyKind.INT64, 3, false);
    assertSparseRefused(header, new int[] {1, 1}, 1f, "its rows name column 1 after 1 in row 0");
    assertSparseRefused(header, new int[] {1, 3}, 1f, "its rows name column 3 after 1 in row 0");
    assertSparseRefused(header, new int[] {0, 2}, Float.NaN, "feature 0 of row 0 is NaN");
    byte[] bytes =
        new VertexPiece(0, KeyColumn.of(7), null, null, null, CsrRows.of(new float[3], 0, 1, 3))
            .encode();
    bytes[bytes.length - 4] = -1;
    assertThatThrownBy(() -> Piece.decode(bytes, header))
        .hasMessage("A piece cannot be read: its features would take 2040 bytes, 0 are left.");
    bytes[bytes.length - 1] = -1;
    assertThatThrownBy(() -> Piece.decode(bytes, header))
        .hasMessageContaining("its features have a row of -16776961 entries");
  }

  private static void assertSparseRefused(
      GraphHeader header, int[] columns, float value, String message) {
    CsrRows rows = new CsrRows(1, 3, new int[] {0, 2}, columns, new float[] {value, 1});
    byte[] bytes = new VertexPiece(0, KeyColumn.of(7), null, null, null, rows).encode();
    assertThatThrownBy(() -> Piece.decode(bytes, header)).hasMessageContaining(message);
  }

  private record VerticesOnly(List<VertexPiece> pieces) implements PieceSink {
    @Override
    public void vertices(VertexPiece piece) {
      pieces.add(piece);
    }

    @Override
    public void split(SplitPiece piece) {
      throw new AssertionError(piece);
    }

    @Override
    public void edges(EdgePiece piece) {
      throw new AssertionError(piece);
    }

    @Override
    public void heldOut(HeldOutPiece piece) {
      throw new AssertionError(piece);
    }

    @Override
    public void assignment(AssignmentPiece piece) {
      throw new AssertionError(piece);
    }
  }

  @Test
  void widePiecesOfZerosAreSmall() {
    GraphHeader header = new GraphHeader(KeyKind.INT64, 4000, false);
    List<VertexPiece> pieces = new ArrayList<>();
    VertexPieces gathered = new VertexPieces(header, 0, false, new VerticesOnly(pieces));
    KeyCell key = new KeyCell(KeyKind.INT64);
    float[] row = new float[4000];
    for (int v = 0; v < 1000; v++) {
      row[v] = 1;
      row[3999] = v;
      key.set(v);
      gathered.add(key, -1, Split.NONE, row);
      row[v] = 0;
    }
    gathered.flush();
    assertThat(pieces).hasSize(1);
    assertThat(pieces.get(0).encode().length).isLessThan(30_000);
    assertThat(pieces.get(0).dense().features()[5 * 4000 + 3999]).isEqualTo(5);
  }

  @Property(tries = 500)
  void whatIsEncodedIsDecoded(@ForAll("samples") Sample sample) {
    Piece decoded = Piece.decode(sample.piece().encode(), sample.header());
    assertThat(decoded).isEqualTo(sample.piece()).hasSameHashCodeAs(sample.piece());
    assertThat(decoded.encode()).isEqualTo(sample.piece().encode());
  }

  @Property(tries = 3000)
  void damagedBytesAreRefusedOrStillAPiece(
      @ForAll("samples") Sample sample, @ForAll int position, @ForAll byte value, @ForAll int cut) {
    byte[] bytes = sample.piece().encode();
    bytes[Math.floorMod(position, bytes.length)] = value;
    if (Math.floorMod(cut, 3) == 0) {
      bytes = Arrays.copyOf(bytes, Math.floorMod(cut, 2 * bytes.length));
    }
    try {
      Piece.decode(bytes, sample.header()).encode();
    } catch (GraphemberException e) {
      assertThat(e.is(InputError.PIECE_MALFORMED)).as(e.getMessage()).isTrue();
    }
  }

  @Property(tries = 1000)
  void anyBytesAreRefused(@ForAll byte[] tail, @ForAll int rows) {
    byte[] bytes = new byte[PieceWriter.HEAD_BYTES + tail.length];
    for (byte type = 1; type <= 4; type++) {
      ByteBuffer.wrap(bytes)
          .order(ByteOrder.LITTLE_ENDIAN)
          .putInt(PieceWriter.MAGIC)
          .put(PieceWriter.VERSION)
          .put(type)
          .put((byte) 1)
          .put((byte) 1)
          .putInt(0)
          .putInt(rows)
          .put(tail);
      try {
        Piece.decode(bytes, FULL);
      } catch (GraphemberException e) {
        assertThat(e.is(InputError.PIECE_MALFORMED)).as(e.getMessage()).isTrue();
      }
    }
  }

  private static byte[] changed(Piece piece, int position, int... values) {
    byte[] bytes = piece.encode();
    for (int i = 0; i < values.length; i++) {
      bytes[position + i] = (byte) values[i];
    }
    return bytes;
  }

  private static void refused(byte[] bytes, GraphHeader header, String what) {
    assertThatThrownBy(() -> Piece.decode(bytes, header))
        .isInstanceOf(GraphemberException.class)
        .hasMessage("A piece cannot be read: " + what + ".");
  }

  @Test
  void theFormatIsWhatItsDescriptionSays() {
    assertThat(new EdgePiece(KeyColumn.of(1, -2), KeyColumn.of(3, 4)).encode())
        .isEqualTo(
            new byte[] {
              'G', 'E', 'M', 'P', 5, 3, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, //
              4, 1, 0, 0, 0, -2, -1, -1, -1, //
              4, 3, 0, 0, 0, 4, 0, 0, 0
            });
    assertThat(new AssignmentPiece(0, null, KeyColumn.of(1L << 32, -2), new int[] {7, 0}).encode())
        .isEqualTo(
            new byte[] {
              'G', 'E', 'M', 'P', 5, 4, 0, 4, 0, 0, 0, 0, 2, 0, 0, 0, //
              8, 0, 0, 0, 0, 1, 0, 0, 0, -2, -1, -1, -1, -1, -1, -1, -1, //
              7, 0, 0, 0, 0, 0, 0, 0
            });
    assertThat(
            new VertexPiece(
                    KeyColumn.of("a", "é"),
                    new int[] {-1, 1},
                    new byte[] {0, 3},
                    new float[] {1, 0, 0, 2})
                .encode())
        .isEqualTo(
            new byte[] {
              'G',
              'E',
              'M',
              'P',
              5,
              1,
              1,
              7,
              0,
              0,
              0,
              0, // type
              2,
              0,
              0,
              0, //
              2,
              0,
              0,
              0, // feature dim
              0,
              0,
              0,
              0,
              1,
              0,
              0,
              0,
              3,
              0,
              0,
              0,
              'a',
              (byte) 0xC3,
              (byte) 0xA9, //
              -1,
              -1,
              -1,
              -1,
              1,
              0,
              0,
              0, //
              0,
              3, //
              0,
              0,
              (byte) 0x80,
              0x3F,
              0,
              0,
              0,
              0,
              0,
              0,
              0,
              0,
              0,
              0,
              0,
              0x40
            });
    assertThat(new SplitPiece(Split.TEST, KeyColumn.of("a")).encode())
        .isEqualTo(
            new byte[] {
              'G', 'E', 'M', 'P', 5, 2, 1, 3, 0, 0, 0, 0, 1, 0, 0, 0, //
              0, 0, 0, 0, 1, 0, 0, 0, 'a'
            });
  }

  @Test
  void classesOfEdgesAreNumbersOfTheirNames() {
    GraphHeader classed =
        new GraphHeader(
            new VertexType(GraphHeader.VERTEX, KeyKind.INT64, 0, false, false),
            new EdgeType(
                GraphHeader.EDGE, 0, 0, new EdgeAttributes(false, false, 1), List.of("a", "b")));
    for (float wrong : new float[] {-1, 3, 0.5f}) {
      EdgePiece piece =
          new EdgePiece(0, KeyColumn.of(1), KeyColumn.of(2), null, null, new float[] {wrong});
      refused(piece.encode(), classed, "edge 0 has class %s, which is not 0 to 2".formatted(wrong));
    }
  }

  @Test
  void targetsOfEdgesAreFiniteOrUnknown() {
    GraphHeader rated =
        new GraphHeader(
            new VertexType(GraphHeader.VERTEX, KeyKind.INT64, 0, false, false),
            new EdgeType(
                GraphHeader.EDGE,
                0,
                0,
                new EdgeAttributes(false, false, 2),
                new EdgeLabel.Target()));
    for (float stored : new float[] {Float.NaN, 0, -0f, -1, -7.25f, Float.MAX_VALUE}) {
      EdgePiece piece = rated(stored, 1);
      EdgePiece read = EdgePiece.decode(piece.encode(), rated);
      final int learned = rated.edgeType(0).label().learned(read.features()[0]);
      if (Float.isNaN(stored)) {
        assertThat(learned).isEqualTo(EdgeLabel.UNKNOWN);
      } else {
        assertThat(learned).isNotEqualTo(EdgeLabel.UNKNOWN);
        assertThat(Float.intBitsToFloat(learned)).isEqualTo(stored);
      }
    }
    refused(
        rated(Float.NEGATIVE_INFINITY, 1).encode(),
        rated,
        "edge 0 has target -Infinity, which is not finite");
    refused(rated(1, Float.NaN).encode(), rated, "feature 1 of row 0 is NaN, it must be finite");
  }

  private static EdgePiece rated(float target, float feature) {
    return new EdgePiece(
        0, KeyColumn.of(1), KeyColumn.of(2), null, null, new float[] {target, feature});
  }

  @Test
  void targetsAloneMayBeUnknown() {
    GraphHeader priced =
        new GraphHeader(
            new VertexType(GraphHeader.VERTEX, KeyKind.INT64, 1, List.of("price"), false, false));
    VertexPiece unknown = new VertexPiece(KeyColumn.of(7), null, null, new float[] {1, Float.NaN});
    assertThat(VertexPiece.decode(unknown.encode(), priced)).isEqualTo(unknown);
    VertexPiece infinite =
        new VertexPiece(KeyColumn.of(7), null, null, new float[] {1, Float.POSITIVE_INFINITY});
    refused(infinite.encode(), priced, "feature 1 of row 0 is Infinity, it must be finite");
    VertexPiece blank = new VertexPiece(KeyColumn.of(7), null, null, new float[] {Float.NaN, 1});
    refused(blank.encode(), priced, "feature 0 of row 0 is NaN, it must be finite");
  }

  @Test
  void everyRuleOfTheFormatIsChecked() {
    EdgePiece edges = new EdgePiece(KeyColumn.of(1, 2), KeyColumn.of(3, 4));
    SplitPiece names = new SplitPiece(Split.TRAIN, KeyColumn.of("ab", "é"));
    VertexPiece vertices =
        new VertexPiece(KeyColumn.of("a", "b"), new int[2], new byte[2], new float[] {1, 2, 3, 4});
    refused(new byte[15], PLAIN, "its head would take 16 bytes, 15 are left");
    refused(changed(edges, 0, 'X'), PLAIN, "it does not begin with GEMP");
    refused(changed(edges, 4, 1), PLAIN, "its version is 1, this reader knows 5");
    refused(changed(edges, 5, 9), PLAIN, "it is of kind 9");
    refused(changed(edges, 6, 1), PLAIN, "its key kind is 1, that of type vertex is INT64");
    refused(changed(edges, 7, 1), PLAIN, "its key kind is 1, that of type vertex is INT64");
    refused(changed(edges, 8, 1), PLAIN, "its type is 1, the graph has 1");
    refused(changed(edges, 11, 0x80), PLAIN, "its type is -2147483648, the graph has 1");
    refused(changed(names, 8, 2), FULL, "its type is 2, the graph has 1");
    refused(changed(vertices, 8, 3), FULL, "its type is 3, the graph has 1");
    refused(changed(edges, 15, 0x80), PLAIN, "it has -2147483646 rows");
    refused(changed(edges, 15, 0x7F), PLAIN, "its keys would take 8522825736 bytes, 17 are left");
    refused(changed(edges, 16, 5), PLAIN, "its keys are 5 bytes wide");
    refused(changed(edges, 16, 8), PLAIN, "its keys are 0 bytes wide");
    refused(Arrays.copyOf(edges.encode(), 35), PLAIN, "1 bytes follow its end");
    refused(changed(names, 7, 4), FULL, "its split code is 4");
    refused(
        changed(names, 15, 0x7F), FULL, "its key offsets would take 8522825740 bytes, 16 are left");
    refused(changed(names, 16, 1), FULL, "its first key offset is 1");
    refused(changed(names, 20, 0), FULL, "key 0 has 0 bytes");
    refused(changed(names, 20, 5), FULL, "key 1 has -1 bytes");
    refused(changed(names, 24, 9), FULL, "its keys would take 9 bytes, 4 are left");
    refused(changed(names, 20, 3), FULL, "a key begins inside a UTF-8 character");
    refused(changed(names, 28, 0xFF), FULL, "a key is not UTF-8");
    refused(changed(vertices, 7, 8), FULL, "its detail byte is 8");
    refused(changed(vertices, 16, 3), FULL, "its rows have 3 numbers, the graph's have 2");
    refused(
        changed(vertices, 7, 3),
        FULL,
        "it and the graph's header differ on whether there are features or targets");
    refused(
        changed(vertices, 7, 6),
        FULL,
        "it and the graph's header differ on whether there are labels");
    refused(changed(vertices, 34, 0xFE, 0xFF, 0xFF, 0xFF), FULL, "a label is below -1");
    refused(changed(vertices, 42, 4), FULL, "a split code is not 0 to 3");
    refused(
        Arrays.copyOf(vertices.encode(), 54),
        FULL,
        "its features would take 16 bytes, 10 are left");
    GraphHeader valued =
        new GraphHeader(
            new VertexType(GraphHeader.VERTEX, KeyKind.INT64, 0, false, false),
            new EdgeAttributes(true, true, 1));
    EdgePiece full =
        new EdgePiece(
            0, KeyColumn.of(1), KeyColumn.of(2), new float[] {2}, new long[] {-1}, new float[] {3});
    assertThat(Arrays.copyOfRange(full.encode(), 26, 42))
        .containsExactly(0, 0, 0, 0x40, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0x40, 0x40);
    assertThat(EdgePiece.decode(full.encode(), valued)).isEqualTo(full);
    refused(changed(full, 7, 60), valued, "its detail byte is 60");
    refused(
        changed(full, 7, 24),
        valued,
        "it and the graph's header differ on whether there are weights");
    refused(
        changed(full, 7, 20),
        valued,
        "it and the graph's header differ on whether there are times");
    refused(
        changed(full, 7, 12),
        valued,
        "it and the graph's header differ on whether there are edge features");
    refused(changed(full, 29, 0xC0), valued, "weight 0 is -2.0, it must be finite and 0 or more");
    refused(
        changed(full, 28, 0x80, 0x7F),
        valued,
        "weight 0 is Infinity, it must be finite and 0 or more");
    refused(changed(full, 40, 0xC0, 0x7F), valued, "feature 0 of row 0 is NaN, it must be finite");
    refused(
        Arrays.copyOf(full.encode(), 41), valued, "its features would take 4 bytes, 3 are left");
    for (Piece other : List.of(vertices, names)) {
      assertThatThrownBy(() -> EdgePiece.decode(other.encode(), FULL))
          .hasMessage("A piece cannot be read: it does not hold edges.");
    }
    assertThatThrownBy(() -> VertexPiece.decode(names.encode(), FULL))
        .hasMessage("A piece cannot be read: it does not hold vertices.");
    assertThatThrownBy(() -> SplitPiece.decode(vertices.encode(), FULL))
        .hasMessage("A piece cannot be read: it does not hold a split.");
    assertThat(EdgePiece.decode(edges.encode(), PLAIN)).isEqualTo(edges);
    assertThat(SplitPiece.decode(names.encode(), FULL)).isEqualTo(names);
    assertThat(VertexPiece.decode(vertices.encode(), FULL)).isEqualTo(vertices);
  }

  @Test
  void heldOutEdgesJoinKindsOfKeysOfTheirOwn() {
    GraphHeader header =
        new GraphHeader(
            List.of(
                new VertexType("author", KeyKind.STRING, 0, false, false),
                new VertexType("paper", KeyKind.INT64, 0, false, false)),
            List.of(new EdgeType("cites", 1, 1), new EdgeType("writes", 0, 1)));
    HeldOutPiece piece = new HeldOutPiece(1, KeyColumn.of("a", "b"), KeyColumn.of(7L, 8L));
    byte[] bytes = piece.encode();
    assertThat(Piece.decode(bytes, header)).isEqualTo(piece);
    assertThat(piece.split()).isEqualTo(Split.TEST);
    assertThatThrownBy(() -> Piece.decode(bytes, PLAIN)).hasMessageContaining("its type is 1");
    HeldOutPiece validating =
        new HeldOutPiece(1, Split.VALID, piece.sources(), piece.destinations());
    byte[] other = validating.encode();
    assertThat(Piece.decode(other, header)).isEqualTo(validating).isNotEqualTo(piece);
    assertThat(validating.rows(new int[] {1}))
        .isEqualTo(new HeldOutPiece(1, Split.VALID, KeyColumn.of("b"), KeyColumn.of(8L)));
    other[7] = (byte) (2 << 4); // the detail
    assertThatThrownBy(() -> Piece.decode(other, header))
        .hasMessage("A piece cannot be read: its edges are held out for 2.");
    assertThatThrownBy(
            () -> new HeldOutPiece(1, Split.TRAIN, piece.sources(), piece.destinations()))
        .hasMessage("edges to train on are not held out");
    assertThatThrownBy(
            () ->
                Piece.decode(
                    new HeldOutPiece(1, piece.destinations(), piece.sources()).encode(), header))
        .hasMessageContaining("its key kind is 0, that of type author is STRING");
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> Piece.decode(cut, header))
          .isInstanceOfSatisfying(
              GraphemberException.class,
              e -> assertThat(e.is(InputError.PIECE_MALFORMED)).isTrue());
    }
    assertThatThrownBy(() -> new HeldOutPiece(0, piece.sources(), KeyColumn.of(1)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void noPieceIsLargerThanTheLimit() {
    long[] keys = new long[1 << 20];
    Arrays.fill(keys, Long.MAX_VALUE);
    EdgePiece piece = new EdgePiece(KeyColumn.of(keys), KeyColumn.of(keys));
    assertThatThrownBy(piece::encode)
        .hasMessage(
            "A piece of 1048576 rows takes 16777234 bytes, more than the limit of 16777216.");
    assertThatThrownBy(() -> Piece.decode(new byte[Piece.MAX_BYTES + 1], PLAIN))
        .hasMessage("A piece has 16777217 bytes, more than the limit of 16777216.");
  }

  @Test
  void columnsOfAPieceHaveTheSameLength() {
    KeyColumn two = KeyColumn.of(1, 2);
    assertThatThrownBy(() -> new EdgePiece(two, KeyColumn.of(1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new EdgePiece(0, two, two, new float[1], null, null))
        .hasMessage("1 weights for 2 edges");
    assertThatThrownBy(() -> new EdgePiece(0, two, two, null, new long[3], null))
        .hasMessage("3 times for 2 edges");
    assertThatThrownBy(() -> new EdgePiece(0, two, two, null, null, new float[3]))
        .hasMessage("3 features for 2 edges");
    assertThatThrownBy(() -> new VertexPiece(two, new int[1], null, null))
        .hasMessage("1 labels for 2 keys");
    assertThatThrownBy(() -> new VertexPiece(two, null, new byte[3], null))
        .hasMessage("3 splits for 2 keys");
    assertThatThrownBy(() -> new VertexPiece(two, null, null, new float[3]))
        .hasMessage("3 features for 2 keys");
    assertThatThrownBy(() -> new GraphHeader(KeyKind.INT64, -1, false))
        .hasMessage("featureDim must be 0 to 1048576, was -1");
    assertThatThrownBy(() -> Split.of(0)).hasMessage("split code must be 1 to 3, was 0");
  }
}
