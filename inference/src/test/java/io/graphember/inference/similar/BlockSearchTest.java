// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.similar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.schema.Similarity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

class BlockSearchTest extends RowIndexContract {
  @Override
  protected RowIndex build(RowBlocks rows, Similarity similarity) {
    return new BlockSearch(rows);
  }

  @Override
  protected double leastRecall() {
    return 1;
  }

  @Test
  void findsWhatSortingAllScoresFinds() {
    final RowBlocks rows = clustered(40_000); // several blocks
    final RowQuery query =
        new RowQuery(
            new float[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 1, 2, 3, 4, 5, 6},
            Similarity.COSINE);
    final List<Integer> sorted = new ArrayList<>();
    for (int row = 0; row < rows.size(); row++) {
      sorted.add(row);
    }
    sorted.sort(
        Comparator.<Integer>comparingDouble(row -> -rows.score(query, row))
            .thenComparing(Comparator.naturalOrder()));
    final NearestRows best = new NearestRows(1000, Integer::compare);
    new BlockSearch(rows).search(query, best);
    for (int place = 0; place < 1000; place++) {
      assertThat(best.row(place)).isEqualTo(sorted.get(place));
    }
  }

  @Test
  void blocksAreTakenBeforeTheyAreAllocated() {
    final long[] taken = new long[1];
    final RowBlocks.Builder rows = new RowBlocks.Builder(64, bytes -> taken[0] += bytes);
    for (int row = 0; row < 5000; row++) {
      rows.add(new float[64]);
    }
    assertThat(taken[0]).isEqualTo(2 * RowBlocks.bytes(4096, 64));
    assertThat(rows.build().size()).isEqualTo(5000);
  }

  @Test
  void rowsOfOtherLengthsAreRefused() {
    final RowBlocks.Builder rows = new RowBlocks.Builder(3, bytes -> {});
    assertThatThrownBy(() -> rows.add(new float[2]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a row has 2 floats, others have 3");
  }
}
