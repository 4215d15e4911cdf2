// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.jvector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.inference.similar.RowBlocks;
import io.graphember.inference.similar.RowIndex;
import io.graphember.inference.similar.RowIndexBuilder;
import io.graphember.inference.similar.RowIndexContract;
import io.graphember.schema.Similarity;
import io.graphember.spi.Cancellation;
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
