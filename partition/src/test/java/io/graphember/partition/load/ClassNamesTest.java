// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClassNamesTest {
  private static List<String> sorted(String... names) {
    ClassNames classes = ClassNames.of(List.of(names));
    for (int label = 0; label < names.length; label++) {
      assertThat(classes.sorted().get(classes.classOf(label))).isEqualTo(names[label]);
    }
    assertThat(classes.classOf(-1)).isEqualTo(-1);
    return classes.sorted();
  }

  @Test
  void integersAreSortedByValue() {
    assertThat(sorted("10", "9", "-1", "0")).containsExactly("-1", "0", "9", "10");
    assertThat(sorted("999999999999999999", "-99999999999999999", "1"))
        .containsExactly("-99999999999999999", "1", "999999999999999999");
    assertThat(sorted()).isEmpty();
  }

  @Test
  void otherNamesAreSortedByText() {
    assertThat(sorted("b", "10", "9", "a")).containsExactly("10", "9", "a", "b");
    assertThat(sorted("1.5", "-", "")).containsExactly("", "-", "1.5");
    // One digit more than a long is sure to hold: text.
    assertThat(sorted("9", "1234567890123456789")).containsExactly("1234567890123456789", "9");
  }

  @Test
  void equalValuesAreSortedByTextWhateverCameFirst() {
    List<String> names = new ArrayList<>(List.of("1", "01", "-0", "0", "001"));
    List<String> forward = sorted(names.toArray(String[]::new));
    Collections.reverse(names);
    assertThat(sorted(names.toArray(String[]::new))).isEqualTo(forward);
    assertThat(forward).containsExactly("-0", "0", "001", "01", "1");
  }
}
