// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.spi.backend.Architectures;
import io.graphember.spi.backend.ModelKind;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.backend.ParameterLayout.Parameter;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class GatedSageTest {
  private static final ModelSpec SPEC = new ModelSpec(new GatedSage(), 4, 5, 3, 2, 0f, 0f);

  @Test
  void isFoundByItsNameLikeTheBuiltInModels() {
    assertThat(Architectures.get("gated_sage")).isInstanceOf(GatedSage.class);
    assertThat(Architectures.get("gat_e")).isEqualTo(ModelKind.GAT_E);
    assertThatThrownBy(() -> Architectures.get("gatted"))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(SpiError.PROVIDER_UNKNOWN)).isTrue())
        .hasMessageStartingWith(
            "There is no model 'gatted', there are GAT, GAT_E, GATED_SAGE, GATV2,");
  }

  @Test
  void itsParametersAreLaidOutInTheOrderInWhichTheyAreWritten() {
    assertThat(SPEC.layout().of(0))
        .extracting(Parameter::name)
        .containsExactly(
            "layer0.weight_message",
            "layer0.bias_message",
            "layer0.weight_self",
            "layer0.weight_gate",
            "layer0.bias_gate");
  }

  /** The page shows what is compiled here. */
  @Test
  void isTheExampleOfThePage() throws IOException {
    Path root = Path.of("").toAbsolutePath().getParent();
    String source =
        Files.readString(
            root.resolve("testkit/src/test/java/io/graphember/testkit/example/GatedSage.java"));
    String example = source.substring(source.indexOf("public record"));
    assertThat(Files.readString(root.resolve("docs/develop/models.md"))).contains(example);
  }
}
