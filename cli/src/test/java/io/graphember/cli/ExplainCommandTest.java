// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.cli.explain.Explanations;
import io.graphember.spi.error.ErrorCode;
import org.junit.jupiter.api.Test;

class ExplainCommandTest {
  private final TestConsole console = new TestConsole();

  @Test
  void saysWhatACodeMeansAndWhatToDo() {
    assertThat(console.run("explain", "region_full")).isZero();
    assertThat(console.out())
        .isEqualTo(
            """
            REGION_FULL, exit code 3
            A graph or results do not fit the data regions of the storage nodes.
            What to do: Drop graphs or results, add a node, or give the data region more. `graphember estimate` tells what a graph needs.
            """);
  }

  @Test
  void findsWhatWasMeant() {
    assertThat(console.run("explain", "REGON_FULL")).isEqualTo(2);
    assertThat(console.err())
        .contains("CODE = REGON_FULL: there is no such code; did you mean REGION_FULL?");
  }

  @Test
  void pointsToTheListWhereNothingIsNear() {
    assertThat(console.run("explain", "X")).isEqualTo(2);
    assertThat(console.err())
        .contains("CODE = X: there is no such code; graphember explain lists all");
  }

  @Test
  void listsAllCodes() {
    assertThat(console.run("explain")).isZero();
    assertThat(console.out().lines()).hasSameSizeAs(Explanations.everyCode());
  }

  @Test
  void explainsEveryCodeAndNothingElse() {
    final Explanations explanations = Explanations.read();
    assertThat(explanations.codes().keySet())
        .containsExactlyInAnyOrderElementsOf(
            Explanations.everyCode().stream().map(ErrorCode::name).toList());
    assertThat(explanations.codes().values())
        .allSatisfy(
            each -> {
              assertThat(each.means()).matches("(?s)[A-Z].*\\.");
              assertThat(each.remedy()).matches("(?s)[A-Z].*\\.");
            });
  }
}
