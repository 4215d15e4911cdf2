// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.contract;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.spi.backend.BackendProvider;
import io.graphember.testkit.batch.BatchCase;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract catches what it is there to catch. */
class BackendContractTest {
  @ParameterizedTest
  @MethodSource("models")
  void catchesAParameterGradientThatIsTooLong(ContractModel model) {
    WrongBackend wrong =
        new WrongBackend(
            (gradients, inputGradients) -> {
              for (int at = 0; at < gradients.capacity(); at += 4) {
                gradients.putFloat(at, 1.02f * gradients.getFloat(at));
              }
            });
    assertCaught(wrong, model);
  }

  @ParameterizedTest
  @MethodSource("models")
  void catchesAnInputGradientOfZero(ContractModel model) {
    WrongBackend wrong =
        new WrongBackend(
            (gradients, inputGradients) -> {
              for (int at = 0; inputGradients != null && at < inputGradients.capacity(); at += 4) {
                inputGradients.putFloat(at, 0f);
              }
            });
    assertCaught(wrong, model);
  }

  static List<ContractModel> models() {
    return ContractModel.all();
  }

  private static void assertCaught(WrongBackend wrong, ContractModel model) {
    BackendContract contract =
        new BackendContract() {
          @Override
          protected BackendProvider provider() {
            return wrong;
          }
        };
    contract.openBackend();
    BatchCase step = ContractCases.tiny(model).get(1);
    for (Consumer<BatchCase> check :
        List.<Consumer<BatchCase>>of(
            contract::gradientsAreDifferencesOfTheLoss, contract::agreesWithTheReference)) {
      assertThatThrownBy(() -> check.accept(step))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("gradient");
    }
  }
}
