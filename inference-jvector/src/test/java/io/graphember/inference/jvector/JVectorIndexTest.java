// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.jvector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.inference.similar.NearestRows;
import io.graphember.inference.similar.RowBlocks;
import io.graphember.inference.similar.RowIndex;
import io.graphember.inference.similar.RowIndexBuilder;
import io.graphember.inference.similar.RowIndexContract;
import io.graphember.inference.similar.RowQuery;
import io.graphember.schema.Similarity;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.Workers;
import io.graphember.spi.error.GraphemberException;
import java.util.ServiceLoader;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

class JVectorIndexTest extends RowIndexContract {
  private static final Workers TWO = new Workers(ForkJoinPool.commonPool(), 2);

  @Override
  protected RowIndex build(RowBlocks rows, Similarity similarity) {
    return new JVectorBuilder().build(rows, similarity, TWO, Cancellation.NEVER);
  }

  @Override
  protected double leastRecall() {
    return 0.95;
  }

  @Test
  void isFoundByItsService() {
    assertThat(ServiceLoader.load(RowIndexBuilder.class))
        .singleElement()
        .isInstanceOf(JVectorBuilder.class);
  }

  @Test
  void answersTheSimilarityThatItWasBuiltFor() {
    final RowIndex index = build(clustered(50), Similarity.DOT);
    assertThat(index.answers(Similarity.DOT)).isTrue();
    assertThat(index.answers(Similarity.COSINE)).isFalse();
    assertThat(index.exact()).isFalse();
  }

  /** They are best for nearly all, and far from all others. */
  @Test
  void noRowThatIsMuchLongerThanOthersIsMissed() {
    final int count = 900;
    final RowBlocks.Builder builder = new RowBlocks.Builder(16, bytes -> {});
    for (int row = 0; row < count; row++) {
      final float[] numbers = new float[16];
      for (int j = 0; j < numbers.length; j++) {
        numbers[j] =
            CounterRandom.unitFloat(CounterRandom.bits(row, j)) + (row % 100 == 0 ? 20 : 0);
      }
      builder.add(numbers);
    }
    final RowBlocks rows = builder.build();
    final RowIndex index = build(rows, Similarity.DOT);
    for (int row = 1; row < count; row += 7) {
      final float[] query = new float[16];
      System.arraycopy(rows.block(row), rows.start(row), query, 0, query.length);
      final NearestRows best = new NearestRows(9, Integer::compare);
      index.search(new RowQuery(query, Similarity.DOT), best);
      for (int place = 0; place < best.count(); place++) {
        assertThat(best.row(place) % 100).isZero();
      }
    }
  }

  @Test
  void takesNoMoreThanWasSaidBefore() {
    final RowIndex index = build(clustered(2000), Similarity.DOT);
    assertThat(index.bytes()).isPositive().isLessThan(new JVectorBuilder().bytes(2000, 24));
  }

  @Test
  void aBuildingThatIsCancelledEnds() {
    final RowBlocks rows = clustered(500);
    assertThatThrownBy(() -> new JVectorBuilder().build(rows, Similarity.COSINE, TWO, () -> true))
        .isInstanceOf(GraphemberException.class)
        .hasMessage("Cancelled at the user's request.");
  }
}
