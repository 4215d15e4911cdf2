// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class TrainerPlacesTest {
  private static final UUID A = new UUID(0, 1);
  private static final UUID B = new UUID(0, 2);
  private static final UUID C = new UUID(0, 3);

  @Test
  void eachTrainerIsWhereItsSeedsLie() {
    final List<Long> seeds = Collections.nCopies(8, 10L);
    final UUID[] owners = {B, B, B, C, C, A, A, A};
    assertThat(TrainerPlaces.match(List.of(A, B, C), seeds, owners)).containsExactly(B, C, A);
    assertThat(TrainerPlaces.match(List.of(A, B), seeds, owners)).containsExactly(B, A);
    // One on a node without seeds, two more on C: places are as they were dealt.
    assertThat(TrainerPlaces.match(List.of(C, A, C, C), seeds, owners)).containsExactly(C, C, C, A);
  }

  @Test
  void unevenSeedsGoToTrainersEvenly() {
    // Trainer 0 has what partition 0 has and half of what 1 has.
    assertThat(TrainerPlaces.match(List.of(A, B), List.of(10L, 20L, 10L), new UUID[] {A, B, B}))
        .containsExactly(A, B);
  }

  @Property(tries = 200, seed = "8")
  void everyPlaceIsTakenOnce(
      @ForAll @Size(min = 1, max = 12) List<@IntRange(min = 1, max = 5) Integer> nodes,
      @ForAll @Size(max = 9) List<@LongRange(max = 50) Long> seeds) {
    final List<UUID> places = nodes.stream().map(node -> new UUID(0, node)).toList();
    final UUID[] owners = new UUID[seeds.size()];
    Arrays.setAll(owners, p -> new UUID(0, 1 + p % 6));
    final UUID[] matched = TrainerPlaces.match(places, seeds, owners);
    assertThat(matched).containsExactlyInAnyOrderElementsOf(places);
    assertThat(TrainerPlaces.match(places, seeds, owners)).isEqualTo(matched);
  }
}
