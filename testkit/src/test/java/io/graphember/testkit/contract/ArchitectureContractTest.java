// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.contract;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.spi.model.Architecture;
import io.graphember.spi.model.Destinations;
import io.graphember.spi.model.LayerOptions;
import io.graphember.spi.model.LayerShape;
import io.graphember.spi.model.Sources;
import io.graphember.spi.setting.Tag;
import io.graphember.testkit.batch.NarrowModels;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The built-in models keep the contract, and it catches what it is there to catch. */
class ArchitectureContractTest {
  private static final List<Consumer<ArchitectureContract>> ALL =
      List.of(
          ArchitectureContract::hasANameAndNoState,
          ArchitectureContract::isAModelOfAnyDepth,
          ArchitectureContract::isEvaluatedWithoutDropout,
          ArchitectureContract::gradientsAreDifferencesOfTheLoss,
          ArchitectureContract::destinationsMayHaveNoNeighbors,
          ArchitectureContract::aggregatedInputGivesTheSame);

  private static ArchitectureContract contract(Architecture architecture) {
    return new ArchitectureContract() {
      @Override
      protected Architecture architecture() {
        return architecture;
      }

      @Override
      protected LayerOptions options() {
        return LayerOptions.DEFAULT.withTypes(3, 2).withEdgeDim(2);
      }
    };
  }

  static List<Architecture> models() {
    return NarrowModels.withHeads(2);
  }

  @ParameterizedTest
  @MethodSource("models")
  void builtInModelsKeepIt(Architecture kind) {
    ALL.forEach(test -> test.accept(contract(kind)));
    assertThatCode(() -> contract(kind).hasItsDefaultsWithoutParameters())
        .doesNotThrowAnyException();
  }

  /** GIN as its authors wrote it: normalised within the perceptron, of the last layer too. */
  @Tag("gin-normed")
  public record GinNormed() implements Architecture {
    @Override
    public Destinations layer(Sources rows, LayerShape shape) {
      return rows.destinations()
          .plus(rows.neighborSum())
          .linear("weight_hidden", shape.hidden())
          .batchNorm("norm_hidden")
          .relu()
          .linear("weight_out", shape.out())
          .bias("bias_out");
    }
  }

  @Test
  void aModelOfOnesOwnMayNormalizeByTheBatch() {
    ALL.forEach(test -> test.accept(contract(new GinNormed())));
  }

  @Test
  void catchesWhatNoJobFileCanName() {
    assertThatThrownBy(() -> contract(new TooNarrow("NARROW")).hasItsDefaultsWithoutParameters())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("Tag");
  }

  /** Narrower rows than were asked for. */
  private record TooNarrow(String name) implements Architecture {
    @Override
    public Destinations layer(Sources rows, LayerShape shape) {
      return rows.neighborMean().linear("weight", shape.out() - 1);
    }
  }

  @Test
  void catchesRowsOfAnotherWidth() {
    assertThatThrownBy(() -> contract(new TooNarrow("NARROW")).isAModelOfAnyDepth())
        .hasMessage("layer 0 of NARROW gives rows of 3 columns, not of 4");
  }

  /** Another model each time it is written. */
  private static final class Moody implements Architecture {
    private int written;

    @Override
    public String name() {
      return "MOODY";
    }

    @Override
    public Destinations layer(Sources rows, LayerShape shape) {
      return rows.neighborMean().linear("weight" + written++, shape.out());
    }
  }

  @Test
  void catchesState() {
    assertThatThrownBy(() -> contract(new Moody()).hasANameAndNoState())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("weight");
  }
}
