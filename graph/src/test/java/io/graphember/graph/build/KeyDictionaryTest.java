// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.build;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.ingest.KeyColumn;
import io.graphember.ingest.KeyKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
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

  private static void check(KeyDictionary dictionary, List<String> keys, KeyColumn column) {
    Map<String, Integer> expected = new LinkedHashMap<>();
    for (int row = 0; row < keys.size(); row++) {
      String key = keys.get(row);
      assertThat(dictionary.find(column, row))
          .isEqualTo(expected.getOrDefault(key, KeyDictionary.ABSENT));
      expected.putIfAbsent(key, expected.size());
      assertThat(dictionary.add(column, row)).isEqualTo(expected.get(key));
      assertThat(dictionary.size()).isEqualTo(expected.size());
    }
    KeyColumn.Builder copy = new KeyColumn.Builder(column.kind());
    for (int number = 0; number < dictionary.size(); number++) {
      dictionary.copy(number, copy);
    }
    KeyColumn copied = copy.build();
    int number = 0;
    for (String key : expected.keySet()) {
      assertThat(copied.stringAt(number++)).isEqualTo(key);
    }
    assertThat(dictionary.bytes()).isGreaterThanOrEqualTo(8L * dictionary.size());
  }
}
