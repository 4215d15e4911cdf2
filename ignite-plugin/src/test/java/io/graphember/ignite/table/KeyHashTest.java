// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.UUID;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Hashes of keys that are no objects; FollowTest has others. */
class KeyHashTest {
  @Test
  void aKeyHasOneHash() {
    assertThat(KeyHash.of(5L)).isEqualTo(KeyHash.of(5)).isEqualTo(KeyHash.of((short) 5));
    assertThat(KeyHash.of(new UUID(1, 2))).isEqualTo(KeyHash.of(new UUID(1, 2)));
    assertThat(KeyHash.of(new byte[] {1, 2})).isEqualTo(KeyHash.of(new byte[] {1, 2}));
    assertThat(KeyHash.of(new BigDecimal("1.5"))).isEqualTo(KeyHash.of(new BigDecimal("1.5")));
  }

  @Test
  void othersHaveOthers() {
    assertThat(
            Stream.concat(
                    LongStream.range(-50_000, 50_000).boxed().map(Object.class::cast),
                    LongStream.range(0, 50_000)
                        .boxed()
                        .flatMap(i -> Stream.of("key " + i, new UUID(i, 7), new UUID(7, i + 8))))
                .map(KeyHash::of))
        .doesNotHaveDuplicates();
  }
}
