// SPDX-License-Identifier: Apache-2.0
package io.graphember.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.spi.setting.Setting;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Digits;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.PositiveOrZero;
import jakarta.validation.constraints.Size;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConstraintsTest {

  record Sample(
      @Setting("a") @Positive int a,
      @Setting("b") @PositiveOrZero long b,
      @Setting("c") @DecimalMin("0.5") @DecimalMax(value = "1", inclusive = false) double c,
      @Setting("d") @NotBlank String d,
      @Setting("e") @Pattern(regexp = "[a-z]+") String e,
      @Setting("f") @Size(min = 1, max = 2) String f,
      @Setting("g") @Digits(integer = 1, fraction = 0) int g,
      @Setting("h") List<@NotEmpty String> h) {}

  @Test
  void everyConstraintIsSaidInWords() {
    Object[] values = {0, -1L, 1.0, " ", "A", "abc", 12, List.of("")};
    List<String> broken = new ArrayList<>();
    List<SettingComponent> components = SettingComponent.of(Sample.class);
    for (int i = 0; i < values.length; i++) {
      broken.addAll(Constraints.broken(components.get(i), values[i]));
    }
    assertThat(broken)
        .containsExactly(
            "must be more than 0",
            "must be at least 0",
            "must be less than 1",
            "must be not empty",
            "must be of the form [a-z]+",
            "must be of 1 to 2 letters or entries",
            "numeric value out of bounds (<1 digits>.<0 digits> expected)",
            "must be not empty");
    assertThat(components).map(Constraints::rule).contains("at least 0.5, less than 1", "");
  }
}
