// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.schema.KeyKind;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.spi.CounterRandom;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class KeyDictionaryTest {
  @Provide
  Arbitrary<List<String>> words() {
    return Arbitraries.strings().withChars('a', 'b', 'ö').ofMinLength(1).ofMaxLength(4).list();
  }

  @Property(tries = 200, seed = "31")
  void stringsAreNumberedInOrderAndComeBack(@ForAll("words") List<String> words) {
    check(KeyDictionary.of(KeyKind.STRING), words, KeyColumn.of(words.toArray(String[]::new)));
  }

  @Property(tries = 200, seed = "32")
  void integersAreNumberedInOrderAndComeBack(@ForAll List<Long> keys) {
    check(
        KeyDictionary.of(KeyKind.INT64),
        keys.stream().map(String::valueOf).toList(),
        KeyColumn.of(keys.stream().mapToLong(Long::longValue).toArray()));
  }

  @Test
  void manyKeysSurviveGrowing() {
    String[] words = new String[30_000];
    for (int i = 0; i < words.length; i++) {
      words[i] = "key-" + Integer.toString(i * 31, 36);
    }
    check(KeyDictionary.of(KeyKind.STRING), List.of(words), KeyColumn.of(words));
  }

  /** Text of 20 MiB that crosses 2 GiB, with keys of all lengths: none lies in two chunks. */
  @Test
  void textGoesOnBehindTwoGibibytes() {
    String[] words = new String[20_000];
    for (int i = 0; i < words.length; i++) {
      final int length = i % 100 == 0 ? KeyColumn.MAX_KEY_BYTES - i / 100 : 1 + i % 800;
      words[i] = "%06d".formatted(i) + "x".repeat(Math.max(0, length - 6));
    }
    StringKeys dictionary = new StringKeys(bytes -> {}, (1L << 31) - (1 << 17));
    check(dictionary, List.of(words), KeyColumn.of(words));
  }

  @Property(tries = 200, seed = "33")
  void uuidsAreNumberedInOrderAndComeBack(@ForAll("uuids") List<UUID> keys) {
    check(
        KeyDictionary.of(KeyKind.UUID),
        keys.stream().map(UUID::toString).toList(),
        KeyColumn.of(keys.toArray(UUID[]::new)));
  }

  @Provide
  Arbitrary<List<UUID>> uuids() {
    Arbitrary<Long> halves = Arbitraries.longs().between(-3, 3);
    return Combinators.combine(halves, halves).as(UUID::new).list();
  }

  /** Keys that count from 0 on need no slots, until one comes that does not. */
  @Property(tries = 300, seed = "34")
  void keysThatCountAreKeysLikeOthers(
      @ForAll @IntRange(max = 3000) int counted, @ForAll @Size(max = 40) List<Long> others) {
    long[] keys =
        LongStream.concat(
                LongStream.range(0, counted).flatMap(k -> LongStream.of(k, k / 2)),
                others.stream().mapToLong(Long::longValue))
            .toArray();
    check(
        KeyDictionary.of(KeyKind.INT64),
        LongStream.of(keys).mapToObj(String::valueOf).toList(),
        KeyColumn.of(keys));
  }

  /** Keys that lie close together are addressed directly, until one comes that lies far away. */
  @Property(tries = 300, seed = "35")
  void keysThatLieCloseAreKeysLikeOthers(
      @ForAll("starts") long start,
      @ForAll @IntRange(min = 1, max = 4000) int span,
      @ForAll @IntRange(min = -3, max = 3) int stride,
      @ForAll @Size(max = 10) List<Long> others) {
    long[] keys =
        Stream.of(
                LongStream.range(0, span).map(i -> start + CounterRandom.bits(span, i) % span),
                LongStream.range(0, span).map(i -> start + stride * i),
                others.stream().mapToLong(Long::longValue),
                LongStream.range(0, span).map(i -> start - stride * i))
            .flatMapToLong(part -> part)
            .toArray();
    check(
        KeyDictionary.of(KeyKind.INT64),
        LongStream.of(keys).mapToObj(String::valueOf).toList(),
        KeyColumn.of(keys));
  }

  @Provide
  Arbitrary<Long> starts() {
    return Arbitraries.of(
        0L, 1_000_000_007L, -500L, Long.MIN_VALUE, Long.MIN_VALUE + 10, Long.MAX_VALUE - 10);
  }

  @Test
  void keysThatLieCloseTakeNoMoreThanOthers() {
    int count = 1_000_000;
    KeyDictionary dictionary = KeyDictionary.of(KeyKind.INT64);
    long[] keys = LongStream.range(0, count).map(k -> 7 + k).toArray();
    CounterRandom.shuffle(keys, 36);
    dictionary.add(KeyColumn.of(keys), new int[count]);
    assertThat(dictionary.size()).isEqualTo(count);
    assertThat(dictionary.bytes()).isLessThanOrEqualTo(24L * count);
  }

  /** A load is refused before the slots are allocated, whatever made them necessary. */
  @Test
  void whatIsNotGrantedIsNotAllocated() {
    final long most = 1 << 20;
    final int count = 200_000;
    LongConsumer budget =
        bytes -> {
          if (bytes > most) {
            throw new IllegalStateException(bytes + " bytes");
          }
        };
    KeyDictionary counted = KeyDictionary.of(KeyKind.INT64, budget);
    counted.add(KeyColumn.of(LongStream.range(0, count).toArray()), new int[count]);
    assertThatThrownBy(() -> counted.add(KeyColumn.of(-1), new int[1]))
        .isInstanceOf(IllegalStateException.class);
    assertThat(counted.bytes()).isZero();
    assertThat(counted.size()).isEqualTo(count);

    KeyDictionary words = KeyDictionary.of(KeyKind.STRING, budget);
    String[] keys = LongStream.range(0, count).mapToObj(Long::toString).toArray(String[]::new);
    assertThatThrownBy(() -> words.add(KeyColumn.of(keys), new int[count]))
        .isInstanceOf(IllegalStateException.class);
    assertThat(words.bytes()).isLessThan(3 * most);
    int[] numbers = new int[words.size()];
    words.find(KeyColumn.of(Arrays.copyOf(keys, words.size())), numbers);
    assertThat(numbers).isEqualTo(IntStream.range(0, numbers.length).toArray());
  }

  @Test
  void integersTakeAtMostTwentyFourBytes() {
    for (int count : new int[] {1_000_000, 1_398_102, 700_000}) {
      KeyDictionary dictionary = KeyDictionary.of(KeyKind.INT64);
      long[] keys = LongStream.range(0, count).map(k -> CounterRandom.bits(9, k)).toArray();
      dictionary.add(KeyColumn.of(keys), new int[count]);
      assertThat(dictionary.bytes()).isLessThanOrEqualTo(24L * count);
    }
  }

  @Test
  void stringsTakeAtMostTwentyFourBytesBesideTheirText() {
    int count = 700_000;
    KeyDictionary dictionary = KeyDictionary.of(KeyKind.STRING);
    KeyColumn.Builder builder = new KeyColumn.Builder(KeyKind.STRING);
    long text = 0;
    for (int i = 0; i < count; i++) {
      byte[] key = ("vertex/" + i).getBytes(StandardCharsets.UTF_8);
      text += key.length;
      builder.add(key, 0, key.length);
    }
    dictionary.add(builder.build(), new int[count]);
    assertThat(dictionary.bytes() - text).isLessThanOrEqualTo(24L * count);
  }

  /** Adds the keys in columns of several lengths, and asks for all of them before and after. */
  private static void check(KeyDictionary dictionary, List<String> keys, KeyColumn column) {
    int[] found = new int[keys.size()];
    dictionary.find(column, found);
    assertThat(found).containsOnly(keys.isEmpty() ? new int[0] : new int[] {KeyDictionary.ABSENT});
    Map<String, Integer> expected = new LinkedHashMap<>();
    int[] numbers = new int[keys.size()];
    for (int first = 0, length = 1; first < keys.size(); first += length, length *= 3) {
      length = Math.min(length, keys.size() - first);
      KeyColumn part = part(column, first, length);
      int[] partNumbers = new int[length];
      dictionary.add(part, partNumbers);
      for (int i = 0; i < length; i++) {
        String key = keys.get(first + i);
        expected.putIfAbsent(key, expected.size());
        assertThat(partNumbers[i]).isEqualTo(expected.get(key));
        numbers[first + i] = partNumbers[i];
      }
      assertThat(dictionary.size()).isEqualTo(expected.size());
    }
    dictionary.find(column, found);
    assertThat(found).isEqualTo(numbers);
    KeyColumn.Builder copy = new KeyColumn.Builder(column.kind());
    for (int number = 0; number < dictionary.size(); number++) {
      dictionary.copy(number, copy);
    }
    KeyColumn copied = copy.build();
    int number = 0;
    for (String key : expected.keySet()) {
      assertThat(copied.stringAt(number++)).isEqualTo(key);
    }
  }

  private static KeyColumn part(KeyColumn column, int first, int length) {
    KeyColumn.Builder builder = new KeyColumn.Builder(column.kind());
    for (int row = first; row < first + length; row++) {
      switch (column.kind()) {
        case INT64 -> builder.add(column.longAt(row));
        case UUID -> builder.add(column.mostSignificantAt(row), column.leastSignificantAt(row));
        case STRING ->
            builder.add(column.arena(), column.start(row), column.end(row) - column.start(row));
      }
    }
    return builder.build();
  }
}
