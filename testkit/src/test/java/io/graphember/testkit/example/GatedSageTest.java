// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.config.SettingsDocument;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.backend.ParameterLayout.Parameter;
import io.graphember.spi.model.Architecture;
import io.graphember.spi.model.layer.Gat;
import io.graphember.spi.model.layer.GraphSage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class GatedSageTest {
  private static final ModelSpec SPEC = new ModelSpec(new GatedSage(), 4, 5, 3, 2, 0f, 0f);

  @Test
  void isFoundByItsNameLikeTheBuiltInModels() {
    assertThat(bound("{type: gated-sage}")).isEqualTo(new GatedSage());
    assertThat(bound("{type: gat, heads: 2}")).isEqualTo(new Gat(2, 1));
    assertThat(bound("{}")).isEqualTo(new GraphSage());
    assertThatThrownBy(() -> bound("{type: gatted}"))
        .hasMessageContaining("type = gatted: must be one of gated-sage, graphsage,");
  }

  private static Architecture bound(String model) {
    return SettingsDocument.parse("model", model).bind(Architecture.class);
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
    String example = source.substring(source.indexOf("@Tag"));
    assertThat(Files.readString(root.resolve("docs/develop/models.md"))).contains(example);
  }
}
