// SPDX-License-Identifier: Apache-2.0
package io.graphember.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestNameTest {
  private final List<String> known = List.of("epochs", "epoch", "learningRate", "x");

  @Test
  void typingErrorsAreForgiven() {
    assertThat(NearestName.of("epochs", known)).contains("epochs");
    assertThat(NearestName.of("eposh", known)).contains("epoch");
    assertThat(NearestName.of("learning_rate", known)).contains("learningRate");
    assertThat(NearestName.of("leaningRat", known)).contains("learningRate");
    assertThat(NearestName.of("y", known)).contains("x");
  }

  @Test
  void strangersAreNot() {
    assertThat(NearestName.of("batch", known)).isEmpty();
    assertThat(NearestName.of("", List.of())).isEmpty();
    assertThat(NearestName.of("lr", known)).isEmpty();
  }
}
