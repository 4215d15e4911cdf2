// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema.piece;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.schema.KeyKind;
import io.graphember.spi.CounterRandom;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class KeyColumnTest {

  @Test
  void integersAreKeptAsTheyAre() {
    KeyColumn.Builder builder = new KeyColumn.Builder(KeyKind.INT64);
    for (long i = 0; i < 1000; i++) {
      builder.add(i * i - 7);
    }
    KeyColumn column = builder.build();
    assertThat(column.kind()).isEqualTo(KeyKind.INT64);
    assertThat(column.size()).isEqualTo(1000);
    assertThat(column.longAt(999)).isEqualTo(999 * 999 - 7);
    assertThat(column.stringAt(0)).isEqualTo("-7");
    assertThat(builder.size()).isZero();
    assertThat(builder.add(5).build()).isEqualTo(KeyColumn.of(5));
    assertThatThrownBy(column::arena).hasMessage("keys are INT64, not STRING");
  }

  @Test
  void stringsLieInOneArena() {
    KeyColumn.Builder builder = new KeyColumn.Builder(KeyKind.STRING);
    for (int i = 0; i < 1000; i++) {
      byte[] key = ("käy-" + i).getBytes(StandardCharsets.UTF_8);
      builder.add(key, 0, key.length);
    }
    KeyColumn column = builder.build();
    assertThat(column.stringAt(999)).isEqualTo("käy-999");
    assertThat(column.end(0) - column.start(0)).isEqualTo(6);
    assertThat(new String(column.arena(), 0, column.end(0), StandardCharsets.UTF_8))
        .isEqualTo("käy-0");
    assertThatThrownBy(() -> column.longAt(0)).hasMessage("keys are STRING, not INT64");
    assertThatThrownBy(() -> builder.add(1)).hasMessage("keys are STRING, not INT64");
    assertThatThrownBy(() -> KeyColumn.of("a", ""))
        .hasMessage("a key has 1 to 65535 bytes of UTF-8, this one has 0");
    assertThatThrownBy(() -> KeyColumn.of("a".repeat(65_536)))
        .hasMessage("a key has 1 to 65535 bytes of UTF-8, this one has 65536");
  }

  @Test
  void equalKeysHaveEqualHashes() {
    KeyColumn strings = KeyColumn.of("a", "b", "a", "ab");
    assertThat(strings.sameKey(0, strings, 2)).isTrue();
    assertThat(strings.sameKey(0, KeyColumn.of("x", "a"), 1)).isTrue();
    assertThat(strings.sameKey(0, strings, 1)).isFalse();
    assertThat(strings.hashAt(0)).isEqualTo(strings.hashAt(2)).isNotEqualTo(strings.hashAt(3));
    KeyColumn numbers = KeyColumn.of(7, 8, 7);
    assertThat(numbers.sameKey(0, numbers, 2)).isTrue();
    assertThat(numbers.sameKey(0, numbers, 1)).isFalse();
    assertThat(numbers.hashAt(0)).isEqualTo(numbers.hashAt(2)).isNotEqualTo(numbers.hashAt(1));
  }

  /** Pinned: the hash is part of the wire format. */
  @Test
  void hashesNeverChange() {
    assertThat(KeyColumn.of("paper-00042").hashAt(0)).isEqualTo(-2684946752924954252L);
    assertThat(KeyColumn.of(42).hashAt(0)).isEqualTo(CounterRandom.mix(42));
  }
}
