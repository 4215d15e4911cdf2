// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels.sparse;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.kernels.sparse.InputProduct.Operand;
import io.graphember.kernels.sparse.InputProduct.Term;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.model.Architecture;
import io.graphember.spi.model.Destinations;
import io.graphember.spi.model.LayerOptions;
import io.graphember.spi.model.Normalization;
import io.graphember.spi.model.Operation;
import io.graphember.spi.model.Operator;
import io.graphember.spi.model.Program;
import io.graphember.spi.model.Sources;
import io.graphember.spi.model.layer.Gat;
import io.graphember.spi.model.layer.Gcn;
import io.graphember.spi.model.layer.Gin;
import io.graphember.spi.model.layer.GraphSage;
import java.util.List;
import org.junit.jupiter.api.Test;

class SparsePlanTest {
  private static Program layer(Architecture kind, float inputDropout) {
    LayerOptions options = LayerOptions.DEFAULT.withTypes(2, 2);
    return new ModelSpec(kind, 8, 4, 3, 2, inputDropout, 0f).with(options).program(0);
  }

  private static List<Operator> operators(Program program) {
    return program.operations().stream().map(Operation::operator).toList();
  }

  private static List<Term> terms(Program program) {
    return SparsePlan.of(program).orElseThrow().product().orElseThrow().terms();
  }

  @Test
  void aLayerMayBeginWithProductsAndSums() {
    assertThat(terms(layer(new GraphSage(), 0)))
        .containsExactly(
            new Term(Operand.SELF, 0), new Term(Operand.AGGREGATED, 1), new Term(Operand.ONE, 2));
    assertThat(terms(layer(new Gcn(), 0)))
        .containsExactly(new Term(Operand.AGGREGATED_WITH_SELF, 0), new Term(Operand.ONE, 1));
    SparsePlan sage = SparsePlan.of(layer(new GraphSage(), 0)).orElseThrow();
    assertThat(sage.ofDestinations()).isTrue();
    assertThat(sage.columns()).isEqualTo(4);
    assertThat(operators(sage.rest())).containsExactly(Operator.INPUT, Operator.RELU);
  }

  @Test
  void orWithAProductOfAllRows() {
    for (Architecture kind : List.of(new Gin(), new Gat(1, 1))) {
      SparsePlan plan = SparsePlan.of(layer(kind, 0.5f)).orElseThrow();
      assertThat(plan.ofDestinations()).isFalse();
      assertThat(plan.dropout()).map(Operation::operator).contains(Operator.DROPOUT);
      assertThat(operators(plan.rest())).doesNotContain(Operator.DROPOUT);
    }
  }

  @Test
  void theRestIsWhatComesAfterTheProduct() {
    LayerOptions normed = LayerOptions.DEFAULT.with(true, Normalization.LAYER);
    ModelSpec spec = new ModelSpec(new GraphSage(), 3, 4, 2, 2, 0, 0).with(normed);
    assertThat(terms(spec.program(0)))
        .filteredOn(term -> term.operand() == Operand.SELF)
        .as("own rows, and the residual")
        .hasSize(2);
    Program rest = SparsePlan.of(spec.program(0)).orElseThrow().rest();
    assertThat(operators(rest)).startsWith(Operator.INPUT, Operator.LAYER_NORM);
    assertThat(operators(rest)).doesNotContain(Operator.LINEAR);
    // A residual as wide as the layer is no product: the input is looked at once more.
    ModelSpec same = new ModelSpec(new GraphSage(), 4, 4, 2, 2, 0, 0).with(normed);
    assertThat(SparsePlan.of(same.program(0))).isEmpty();
  }

  @Test
  void aValueThatIsAddedToItselfIsNoTermTwice() {
    Destinations product = Sources.ofLayer(0, 3).neighborMean().linear("weight", 5);
    Program twice = product.plus(product).program();
    assertThat(terms(twice)).containsExactly(new Term(Operand.AGGREGATED, 0));
    assertThat(operators(SparsePlan.of(twice).orElseThrow().rest()))
        .containsExactly(Operator.INPUT, Operator.ADD);
  }

  /** Another layer may have a gradient of it, which the engine makes. */
  @Test
  void aProductThatLayersShareIsLeftToTheEngine() {
    Sources rows = Sources.ofLayer(0, 3);
    Program shared = rows.shared("all", () -> rows.linear("weight", 5)).neighborSum().program();
    assertThat(SparsePlan.of(shared)).isEmpty();
    assertThat(SparsePlan.of(Sources.ofLayer(0, 3).linear("weight", 5).neighborSum().program()))
        .isPresent();
  }

  @Test
  void theRestOfAModelIsAModel() {
    LayerOptions normed = LayerOptions.DEFAULT.with(false, Normalization.LAYER);
    ModelSpec whole = new ModelSpec(new Gat(2, 1), 9, 4, 3, 2, 0.5f, 0.5f).with(normed);
    ModelSpec rest = new RestModel(whole, SparsePlan.of(whole.program(0)).orElseThrow()).spec();
    assertThat(rest.inputDim()).isEqualTo(4);
    assertThat(rest.program(1)).as("with the same streams of dropout").isEqualTo(whole.program(1));
    assertThat(rest.layout().parameters())
        .extracting(parameter -> parameter.name())
        .doesNotContain("layer0.weight")
        .contains("layer0.norm_gain", "layer1.weight");
  }
}
