// SPDX-License-Identifier: Apache-2.0
package io.graphember.backend.djl;

import io.graphember.spi.backend.Loss;

/**
 * Prints a loss as a TorchScript class: from outputs[rows, columns] and what they should be to the
 * sum of the losses and the number of correct rows or groups.
 */
final class LossPrinter {
  static final String NAME = "Loss";

  private static final String HEADER =
      """
      class Loss(Module):
        __parameters__ = []
        __buffers__ = []
        training : bool
      """;

  private static final String CLASSES =
      """
        def forward(self: __torch__.Loss, outputs: Tensor, labels: Tensor) -> List[Tensor]:
          classes = torch.to(labels, 4)
          loss = torch.cross_entropy_loss(outputs, classes, None, 2)
          correct = torch.sum(torch.eq(torch.argmax(outputs, 1), classes))
          return [loss, correct]
      """;

  private static final String WEIGHTED_CLASSES =
      """
        def forward(self: __torch__.Loss, outputs: Tensor, labels: Tensor, weights: Tensor) -> List[Tensor]:
          classes = torch.to(labels, 4)
          loss = torch.cross_entropy_loss(outputs, classes, weights, 2)
          correct = torch.sum(torch.eq(torch.argmax(outputs, 1), classes))
          return [loss, correct]
      """;

  private static final String LABELS =
      """
        def forward(self: __torch__.Loss, outputs: Tensor, labels: Tensor) -> List[Tensor]:
          sum = torch.binary_cross_entropy_with_logits(outputs, labels, None, None, 2)
          loss = torch.div(sum, torch.size(outputs, 1))
          right = torch.eq(torch.gt(outputs, 0), torch.gt(labels, 0.5))
          return [loss, torch.sum(torch.all(right, 1))]
      """;

  private static final String VALUES =
      """
        def forward(self: __torch__.Loss, outputs: Tensor, values: Tensor) -> List[Tensor]:
          loss = torch.div(torch.mse_loss(outputs, values, 2), torch.size(outputs, 1))
          return [loss, torch.zeros([], dtype=4)]
      """;

  /** Losses of rows, each of which counts by a weight of its own. */
  private static final String WEIGHTED_ROWS =
      """
        def forward(self: __torch__.Loss, outputs: Tensor, expected: Tensor%s, rows: Tensor) -> List[Tensor]:
          %s
          return [torch.sum(torch.mul(losses, rows)), torch.sum(correct)]
      """;

  private static final String ROWS_OF_CLASSES =
      """
          classes = torch.to(expected, 4)
          losses = torch.cross_entropy_loss(outputs, classes, %s, 0)
          correct = torch.eq(torch.argmax(outputs, 1), classes)\
      """;

  private static final String ROWS_OF_LABELS =
      """
          each = torch.binary_cross_entropy_with_logits(outputs, expected, None, None, 0)
          losses = torch.mean(each, [1])
          correct = torch.all(torch.eq(torch.gt(outputs, 0), torch.gt(expected, 0.5)), 1)\
      """;

  private static final String ROWS_OF_VALUES =
      """
          losses = torch.mean(torch.mse_loss(outputs, expected, 0), [1])
          correct = torch.zeros([1], dtype=4)\
      """;

  private static final String IN_BATCH =
      """
        def forward(self: __torch__.Loss, queries: Tensor, rows: Tensor, tails: Tensor) -> List[Tensor]:
          outputs = torch.mm(queries, torch.transpose(torch.index_select(rows, 0, tails), 0, 1))
          classes = torch.arange(torch.size(queries, 0), dtype=4)
          loss = torch.cross_entropy_loss(outputs, classes, None, 2)
          correct = torch.sum(torch.eq(torch.argmax(outputs, 1), classes))
          return [loss, correct]
      """;

  private static final String GROUPS =
      """
        def forward(self: __torch__.Loss, outputs: Tensor) -> List[Tensor]:
          groups = torch.reshape(outputs, [-1, %d])
          first = torch.slice(groups, 1, 0, 1)
          others = torch.slice(groups, 1, 1, %1$d)
          correct = torch.sum(torch.all(torch.gt(first, others), 1))
          loss = %s
          return [loss, correct]
      """;

  private static final String MARGIN =
      "torch.div(torch.sum(torch.relu(torch.add(torch.sub(others, first), %s))), %d)";

  private static final String RANKING =
      "torch.sum(torch.sub(torch.logsumexp(groups, [1]), torch.squeeze(first, 1)))";

  private LossPrinter() {}

  /** The source; the same for losses that differ in their buffers only. */
  static String print(Loss loss) {
    return HEADER + forward(loss);
  }

  private static String forward(Loss loss) {
    if (loss instanceof Loss.Classes classes) {
      return classes.weights() == null ? CLASSES : WEIGHTED_CLASSES;
    }
    if (loss instanceof Loss.Labels) {
      return LABELS;
    }
    if (loss instanceof Loss.Values) {
      return VALUES;
    }
    if (loss instanceof Loss.Weighted weighted) {
      return ofWeightedRows(weighted.rows());
    }
    if (loss instanceof Loss.InBatch) {
      return IN_BATCH;
    }
    if (loss instanceof Loss.Margin margin) {
      return GROUPS.formatted(
          margin.groupRows(), MARGIN.formatted(margin.margin(), margin.negatives()));
    }
    return GROUPS.formatted(loss.groupRows(), RANKING);
  }

  private static String ofWeightedRows(Loss loss) {
    if (loss instanceof Loss.Classes classes) {
      return classes.weights() == null
          ? weightedRows("", ROWS_OF_CLASSES.formatted("None"))
          : weightedRows(", weights: Tensor", ROWS_OF_CLASSES.formatted("weights"));
    }
    return weightedRows("", loss instanceof Loss.Labels ? ROWS_OF_LABELS : ROWS_OF_VALUES);
  }

  private static String weightedRows(String more, String losses) {
    return WEIGHTED_ROWS.formatted(more, losses.strip());
  }
}
