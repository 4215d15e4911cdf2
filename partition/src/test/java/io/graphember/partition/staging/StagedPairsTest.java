// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.staging;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.graph.store.HeldOutLists.Kind;
import io.graphember.schema.EdgeType;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.KeyKind;
import io.graphember.schema.Split;
import io.graphember.schema.VertexType;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class StagedPairsTest {
  @Property
  void aCodeIsATypeAndAKind(
      @ForAll @IntRange(max = 2 * GraphHeader.MAX_EDGE_TYPES - 1) int type, @ForAll Kind kind) {
    final int code = StagedPairs.code(type, kind);
    assertThat(code).isBetween(0, StagedPairs.codes(type + 1) - 1);
    assertThat(StagedPairs.typeOf(code)).isEqualTo(type);
    assertThat(StagedPairs.kindOf(code)).isEqualTo(kind);
  }

  @Test
  void aReverseIsForWhatItsEdgeIs() {
    EdgeSchema schema =
        new EdgeSchema(
            new GraphHeader(
                List.of(
                    new VertexType("a", KeyKind.INT64, 0, false, false),
                    new VertexType("b", KeyKind.INT64, 0, false, false)),
                List.of(new EdgeType("e", 0, 1))),
            true);
    StagedPairs pairs = new StagedPairs();
    pairs.add(schema, 0, Split.VALID, 5, 6);
    pairs.add(schema, 0, Split.TEST, 7, 8);
    assertThat(List.of(pairs.kind(0), pairs.kind(1), pairs.kind(2), pairs.kind(3)))
        .containsExactly(Kind.VALID, Kind.VALID_REVERSE, Kind.TEST, Kind.TEST_REVERSE);
    assertThat(pairs.type(1)).isEqualTo(1);
    assertThat(pairs.source(1)).isEqualTo(6);
    assertThat(pairs.came()).isEqualTo(2);
  }
}
