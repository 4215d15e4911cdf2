// SPDX-License-Identifier: Apache-2.0
package io.graphember.backend.djl;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.model.Architecture;
import io.graphember.spi.model.Program;
import io.graphember.spi.model.layer.Gat;
import io.graphember.spi.model.layer.Gcn;
import io.graphember.spi.model.layer.GraphSage;
import io.graphember.spi.model.layer.Hgt;
import org.junit.jupiter.api.Test;

class ProgramPrinterTest {
  private static Program layer(Architecture kind) {
    return layer(kind, 32);
  }

  private static Program layer(Architecture kind, int inputDim) {
    return new ModelSpec(kind, inputDim, 4, 3, 2, 0f, 0f).program(0);
  }

  @Test
  void aSumOfProductsIsPrintedAsOne() {
    ProgramPrinter.Printed printed = ProgramPrinter.print(layer(new GraphSage()));
    assertThat(printed.source())
        .isEqualTo(
            """
            class Layer(Module):
              __parameters__ = []
              __buffers__ = []
              training : bool
              def forward(self: __torch__.Layer, input: Tensor, neighbors: Tensor, offsets: Tensor, weight2: Tensor, weight0: Tensor, weight1: Tensor) -> Tensor:
                v0 = input
                sum1, sum1_a, sum1_b, sum1_c = torch.embedding_bag(v0, neighbors, offsets, False, 1, False, None, True)
                v1 = sum1
                s0 = torch.sub(torch.size(offsets, 0), 1)
                v2 = torch.slice(v0, 0, 0, s0)
                v6 = weight2
                s1 = torch.transpose(torch.contiguous(torch.transpose(weight0, 0, 1)), 0, 1)
                s2 = torch.transpose(torch.contiguous(torch.transpose(weight1, 0, 1)), 0, 1)
                v7 = torch.addmm_(torch.addmm(v6, v2, s1), v1, s2)
                v8 = torch.relu_(v7)
                return v8
            """);
    assertThat(printed.arguments())
        .extracting(Argument::name)
        .containsExactly("input", "neighbors", "offsets", "weight2", "weight0", "weight1");
  }

  @Test
  void scoresOfProductsAreProductsWithFewColumns() {
    String source = ProgramPrinter.print(layer(new Gat(1, 1))).source();
    assertThat(source)
        .containsPattern("torch\\.mm\\(v0, [a-z.()]+torch\\.mm\\(weight0, ")
        .containsPattern(
            "torch\\.mm\\(torch\\.slice\\(v0, 0, 0, s\\d\\), [a-z.()]+torch\\.mm\\(weight0, ");
  }

  @Test
  void theGradientOfAMatrixHasTheLongerRows() {
    String byColumn = "torch.transpose(torch.contiguous(torch.transpose(weight0, 0, 1)), 0, 1)";
    assertThat(ProgramPrinter.print(layer(new Gcn(), 16)).source()).contains(byColumn);
    assertThat(ProgramPrinter.print(layer(new Gcn(), 15)).source()).doesNotContain(byColumn);
  }

  @Test
  void theSameProgramIsPrintedTheSame() {
    assertThat(ProgramPrinter.print(layer(new Hgt(1, 0))))
        .isEqualTo(ProgramPrinter.print(layer(new Hgt(1, 0))));
  }
}
