// SPDX-License-Identifier: Apache-2.0
package io.graphember.backend.djl;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.pytorch.engine.PtNDManager;
import io.graphember.spi.backend.Loss;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The losses that one session was asked for, each loaded once. */
final class LossModules implements AutoCloseable {
  private final PtNDManager manager;
  private final Map<String, ScriptModule> modules = new HashMap<>();

  LossModules(PtNDManager manager) {
    this.manager = manager;
  }

  /**
   * The sum of the losses, and the number of correct rows or groups.
   *
   * @param outputs float32[rows, columns]
   */
  NDList call(Loss loss, NdScope scope, NDArray outputs) {
    List<NDArray> arguments = new ArrayList<>(List.of(outputs));
    if (loss instanceof Loss.Weighted weighted) {
      addExpected(weighted.rows(), scope, outputs, arguments);
      arguments.add(scope.floats(weighted.weights(), 0, outputs.getShape().get(0)));
    } else {
      addExpected(loss, scope, outputs, arguments);
    }
    return module(loss).call(true, arguments);
  }

  private static void addExpected(
      Loss loss, NdScope scope, NDArray outputs, List<NDArray> arguments) {
    final long rows = outputs.getShape().get(0);
    final long columns = outputs.getShape().get(1);
    if (loss instanceof Loss.Classes classes) {
      arguments.add(scope.ints(classes.labels(), rows));
      if (classes.weights() != null) {
        arguments.add(scope.floats(classes.weights(), 0, columns));
      }
    } else if (loss instanceof Loss.Labels labels) {
      arguments.add(scope.floats(labels.labels(), 0, rows, columns));
    } else if (loss instanceof Loss.Values values) {
      arguments.add(scope.floats(values.values(), 0, rows, columns));
    }
  }

  /**
   * The same for {@link Loss.InBatch}.
   *
   * @param queries float32[pairs, columns]
   * @param rows float32[seeds, columns]
   * @param tails int32[pairs]
   */
  NDList callInBatch(Loss.InBatch loss, NDArray queries, NDArray rows, NDArray tails) {
    return module(loss).call(true, List.of(queries, rows, tails));
  }

  private ScriptModule module(Loss loss) {
    return modules.computeIfAbsent(
        LossPrinter.print(loss), source -> new ScriptModule(manager, LossPrinter.NAME, source));
  }

  @Override
  public void close() {
    modules.values().forEach(ScriptModule::close);
  }
}
