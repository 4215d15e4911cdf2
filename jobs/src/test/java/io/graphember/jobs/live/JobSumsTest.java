// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class JobSumsTest {
  /** Values whose float sum depends on the order of adding. */
  private static final float[][] VALUES = {{1e8f}, {1f}, {-1e8f}, {3f}};

  private static JobSums.Sum sum(int... order) {
    JobSums sums = new JobSums(VALUES.length);
    Optional<JobSums.Sum> sum = Optional.empty();
    for (int rank : order) {
      assertThat(sum).isEmpty();
      sum =
          sums.contribute(new JobSums.Part(0, 2), rank, VALUES[rank].clone(), new double[] {rank});
    }
    return sum.orElseThrow();
  }

  @Test
  void addsInTheOrderOfRanksWhateverOrderTheyComeIn() {
    float expected = ((1e8f + 1f) + -1e8f) + 3f;
    for (int[] order : new int[][] {{0, 1, 2, 3}, {3, 2, 1, 0}, {2, 0, 3, 1}}) {
      assertThat(sum(order).values()).containsExactly(expected);
      assertThat(sum(order).metrics()).containsExactly(6.0);
    }
  }

  @Test
  void aContributionThatComesTwiceCountsOnce() {
    JobSums sums = new JobSums(2);
    assertThat(sums.contribute(new JobSums.Part(7, 2), 0, new float[] {1}, new double[0]))
        .isEmpty();
    assertThat(sums.contribute(new JobSums.Part(7, 2), 0, new float[] {1}, new double[0]))
        .isEmpty();
    assertThat(
            sums.contribute(new JobSums.Part(7, 2), 1, new float[] {2}, new double[0])
                .orElseThrow()
                .values())
        .containsExactly(3f);
  }

  @Test
  void roundsAreKeptApart() {
    JobSums sums = new JobSums(2);
    sums.contribute(new JobSums.Part(1, 2), 0, new float[] {1}, new double[0]);
    sums.contribute(new JobSums.Part(2, 2), 0, new float[] {10}, new double[0]);
    assertThat(
            sums.contribute(new JobSums.Part(2, 2), 1, new float[] {5}, new double[0])
                .orElseThrow()
                .values())
        .containsExactly(15f);
    assertThat(
            sums.contribute(new JobSums.Part(1, 2), 1, new float[] {5}, new double[0])
                .orElseThrow()
                .values())
        .containsExactly(6f);
  }

  @Test
  void segmentsAreKeptApart() {
    JobSums sums = new JobSums(2);
    sums.contribute(new JobSums.Part(1, 0), 0, new float[] {1}, new double[0]);
    assertThat(sums.contribute(new JobSums.Part(1, 1), 1, new float[] {2}, new double[0]))
        .isEmpty();
    assertThat(
            sums.contribute(new JobSums.Part(1, 0), 1, new float[] {4}, new double[0])
                .orElseThrow()
                .values())
        .containsExactly(5f);
  }
}
