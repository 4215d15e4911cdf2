// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.layerwise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.graph.id.Vid;
import io.graphember.inference.lists.InEdges;
import io.graphember.inference.lists.InEdgesShape;
import io.graphember.sampling.SamplingError;
import io.graphember.spi.error.GraphemberException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** In-edges that another process answers are read within what was asked for. */
class WrongAnswersTest {
  private static final InEdgesShape SHAPE = new InEdgesShape(true, 2, 3);
  private static final int[] DEGREES = {2, 1};
  private static final int PARTITIONS = 4;

  private static InEdges good() {
    return new InEdges(
        new int[] {0, 2, 3},
        new long[] {0, Vid.of(3, 7), 5},
        new int[3],
        new int[] {0, 1, 1},
        new float[9]);
  }

  static List<InEdges> wrong() {
    InEdges good = good();
    return List.of(
        new InEdges(new int[] {0, 3}, good.sources(), good.inDegrees(), good.types(), null),
        edges(new int[] {1, 2, 3}, good.sources(), good.inDegrees(), good.types(), 9),
        edges(new int[] {0, 1, 3}, good.sources(), good.inDegrees(), good.types(), 9),
        edges(good.offsets(), new long[2], good.inDegrees(), good.types(), 9),
        edges(good.offsets(), new long[] {0, Vid.of(4, 0), 0}, good.inDegrees(), good.types(), 9),
        edges(good.offsets(), new long[] {0, -1, 0}, good.inDegrees(), good.types(), 9),
        edges(good.offsets(), good.sources(), null, good.types(), 9),
        edges(good.offsets(), good.sources(), new int[] {0, -1, 0}, good.types(), 9),
        edges(good.offsets(), good.sources(), good.inDegrees(), new int[] {0, 2, 0}, 9),
        edges(good.offsets(), good.sources(), good.inDegrees(), good.types(), 8));
  }

  private static InEdges edges(
      int[] offsets, long[] sources, int[] inDegrees, int[] types, int floats) {
    return new InEdges(offsets, sources, inDegrees, types, new float[floats]);
  }

  @Test
  void whatWasAskedForIsTaken() {
    SHAPE.require(good(), DEGREES, PARTITIONS);
    InEdges joined = SHAPE.join(List.of(good(), good()));
    assertThat(joined.offsets()).containsExactly(0, 2, 3, 5, 6);
    assertThat(joined.sources()).containsExactly(0, Vid.of(3, 7), 5, 0, Vid.of(3, 7), 5);
    assertThat(joined.types()).containsExactly(0, 1, 1, 0, 1, 1);
    assertThat(joined.features()).hasSize(18);
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void nothingElseIs(InEdges edges) {
    assertThatThrownBy(() -> SHAPE.require(edges, DEGREES, PARTITIONS))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(SamplingError.REPLY_MISMATCH)).isTrue())
        .hasMessage(
            "In-edges of 2 vertices were asked for, and %d numbers came that do not fit them."
                .formatted(edges.sources().length));
  }

  @Test
  void rowsAreAsManyAsWereAskedFor() {
    assertThatThrownBy(() -> RowFill.require(new float[7], 2, 4))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(SamplingError.REPLY_MISMATCH)).isTrue())
        .hasMessage("2 rows of 4 numbers were asked for, and 7 numbers came.");
  }
}
