// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.triples;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.schema.EdgeType;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.KeyKind;
import io.graphember.schema.VertexType;
import io.graphember.schema.piece.KeyCell;
import io.graphember.schema.piece.PieceSink;
import io.graphember.spi.CounterRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class TripleBatchTest {
  /** However large batches are, every edge comes out once, and those of a type as they came. */
  @Property(tries = 200)
  void edgesOfATypeComeOutAsTheyCame(
      @ForAll KeyKind kind,
      @ForAll @IntRange(min = 1, max = 7) int types,
      @ForAll @IntRange(max = 60) int edges,
      @ForAll @IntRange(min = 1, max = 400) int mostBytes,
      @ForAll long seed) {
    GraphHeader header =
        new GraphHeader(
            List.of(new VertexType("entity", kind, 0, false, true)),
            IntStream.range(0, types).mapToObj(t -> new EdgeType("r" + t, 0, 0)).toList());
    List<List<String>> came = new ArrayList<>();
    List<List<String>> sent = new ArrayList<>();
    for (int t = 0; t < types; t++) {
      came.add(new ArrayList<>());
      sent.add(new ArrayList<>());
    }
    TripleBatch batch =
        new TripleBatch(
            header,
            PieceSink.ofEdges(
                piece -> {
                  assertThat(piece.rows()).isPositive();
                  for (int i = 0; i < piece.rows(); i++) {
                    sent.get(piece.type())
                        .add(piece.sources().keyAt(i) + ">" + piece.destinations().keyAt(i));
                  }
                }),
            mostBytes);
    KeyCell head = new KeyCell(kind);
    KeyCell tail = new KeyCell(kind);
    for (int e = 0; e < edges; e++) {
      final int type = CounterRandom.bounded(CounterRandom.bits(seed, e), types);
      final Object source = key(kind, e);
      final Object destination = key(kind, CounterRandom.bits(seed, -e));
      head.set(source);
      tail.set(destination);
      batch.add(type, head, tail);
      came.get(type).add(source + ">" + destination);
    }
    batch.flush();
    assertThat(sent).isEqualTo(came);
  }

  private static Object key(KeyKind kind, long number) {
    return switch (kind) {
      case INT64 -> number;
      case STRING -> "k" + number;
      case UUID -> new UUID(number, ~number);
    };
  }
}
