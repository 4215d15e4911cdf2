// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.graphember.spi.backend.Architectures;
import io.graphember.spi.backend.BatchInput;
import io.graphember.spi.backend.ModelKind;
import io.graphember.spi.backend.ModelSession;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.backend.ParameterLayout.Parameter;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import io.graphember.testkit.batch.BatchCase;
import io.graphember.testkit.batch.BatchFixtures;
import io.graphember.testkit.gradient.FiniteDifference;
import io.graphember.testkit.reference.ReferenceBackend;
import java.io.IOException;
import java.nio.ByteBuffer;
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

  @Test
  void itsBackwardPassIsThatOfItsOperations() {
    BatchCase step = BatchFixtures.random("gated", SPEC, 4, 3, 5);
    try (ModelSession session = new ReferenceBackend().open(SPEC)) {
      ByteBuffer gradients = step.newGradients();
      ByteBuffer inputGradients = step.newInputGradients();
      loss(session, step, gradients, inputGradients);
      ByteBuffer rows = ((BatchInput.Rows) step.batch().input()).rows();
      assertIsGradient(session, step, step.parameters(), gradients);
      assertIsGradient(session, step, rows, inputGradients);
    }
  }

  private static void assertIsGradient(
      ModelSession session, BatchCase step, ByteBuffer point, ByteBuffer gradient) {
    ByteBuffer ignored = step.newGradients();
    int elements = gradient.capacity() / 4;
    double[] expected =
        FiniteDifference.gradient(
            () -> loss(session, step, ignored, null), point, elements, 0x1p-9f);
    for (int i = 0; i < elements; i++) {
      assertThat((double) gradient.getFloat(4 * i)).isCloseTo(expected[i], within(1e-4));
    }
  }

  private static double loss(
      ModelSession session, BatchCase step, ByteBuffer gradients, ByteBuffer inputGradients) {
    return step.targets().scale()
        * session
            .forwardBackward(
                step.batch(), step.targets(), step.parameters(), gradients, inputGradients)
            .lossSum();
  }

  /** The page shows what is compiled here. */
  @Test
  void isTheExampleOfThePage() throws IOException {
    Path root = Path.of("").toAbsolutePath().getParent();
    String source =
        Files.readString(
            root.resolve("testkit/src/test/java/io/graphember/testkit/example/GatedSage.java"));
    String example = source.substring(source.indexOf("public final class"));
    assertThat(Files.readString(root.resolve("docs/develop/models.md"))).contains(example);
  }
}
