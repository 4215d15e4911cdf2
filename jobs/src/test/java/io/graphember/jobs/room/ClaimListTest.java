// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.room;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.client.api.Json;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ClaimListTest {
  private static Claim claim(long bytes) {
    return new Claim(UUID.randomUUID(), UUID.randomUUID(), List.of(Demand.blocks(bytes, 4)));
  }

  /** What was closed after a measurement began counts for it, and not for a later one. */
  @Test
  void claimsThatAMeasurementMayHaveMissedCount() {
    Claim first = claim(1 << 20);
    Claim second = claim(2 << 20);
    ClaimList both = ClaimList.EMPTY.with(first).with(second);
    final long measured = both.version();
    ClaimList one = both.without(first::equals);
    assertThat(one.open()).containsExactly(second);
    assertThat(one.since(measured)).containsExactly(second, first);
    assertThat(one.since(one.version())).containsExactly(second);
    assertThat(one.knows(measured)).isTrue();
    assertThat(one.knows(one.version() + 1)).isFalse(); // somebody has written over the list
  }

  /** A claim that shrinks counts whole for who measured before its bytes were written. */
  @Test
  void aClaimThatShrinksCountsWholeForWhoMeasuredBefore() {
    Claim claim = claim(8 << 20);
    ClaimList list = ClaimList.EMPTY.with(claim);
    Claim less = claim.of(List.of(Demand.blocks(1 << 20, 4)));
    ClaimList shrunk = list.withLess(less);
    assertThat(shrunk.open()).containsExactly(less);
    assertThat(shrunk.since(list.version())).containsExactly(less, claim);
    assertThat(shrunk.without(less::equals).withLess(less).open()).isEmpty();
  }

  @Test
  void whatIsForgottenIsKnownToBe() {
    ClaimList list = ClaimList.EMPTY;
    final long start = list.version();
    for (int i = 0; i < 1000; i++) {
      Claim claim = claim(1);
      list = list.with(claim).without(claim::equals);
    }
    assertThat(list.closed()).hasSize(256);
    assertThat(list.knows(start)).isFalse();
    assertThat(list.knows(list.version() - 256)).isTrue();
    assertThat(list.since(list.version())).isEmpty();
    assertThat(Json.read(Json.write(list), ClaimList.class)).isEqualTo(list);
  }
}
