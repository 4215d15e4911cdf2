// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OrdinalTest {
  @ParameterizedTest
  @CsvSource({
    "1,1st",
    "2,2nd",
    "3,3rd",
    "4,4th",
    "11,11th",
    "12,12th",
    "13,13th",
    "20,20th",
    "21,21st",
    "102,102nd",
    "111,111th",
    "1013,1013th"
  })
  void countsAsPeopleDo(int place, String text) {
    assertThat(Ordinal.of(place)).isEqualTo(text);
  }
}
