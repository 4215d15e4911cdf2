// SPDX-License-Identifier: Apache-2.0
package io.graphember.backend.djl;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.pytorch.engine.PtNDManager;
import ai.djl.pytorch.engine.PtSymbolBlock;
import ai.djl.pytorch.jni.IValueUtils;
import ai.djl.pytorch.jni.JniUtils;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * The layers and the loss as methods of a TorchScript module. {@code embedding_bag} gathers and
 * sums in one pass and gives 0 for a destination without edges.
 *
 * <p>Sum and product are both linear, so each layer comes in two orders; {@code self} and {@code
 * aggregated} rows are what sum-first has after its sum.
 */
final class LayerModule implements AutoCloseable {
  /** A name that DJL takes out of the arguments and calls instead of {@code forward}. */
  private static final String METHOD_MARKER = "module_method:";

  private static final String NAME = "Layers";

  private static final String SOURCE =
      """
      class Layers(Module):
        __parameters__ = []
        __buffers__ = []
        training : bool
        def destinations(self: __torch__.Layers, rows: Tensor, offsets: Tensor) -> Tensor:
          return torch.slice(rows, 0, 0, torch.sub(torch.size(offsets, 0), 1))
        def weighted_sum(self: __torch__.Layers, rows: Tensor, offsets: Tensor, neighbors: Tensor, edge_weights: Tensor) -> Tensor:
          sums, a, b, c = torch.embedding_bag(rows, neighbors, offsets, False, 0, False, edge_weights, True)
          return sums
        def mean(self: __torch__.Layers, rows: Tensor, offsets: Tensor, neighbors: Tensor) -> Tensor:
          means, a, b, c = torch.embedding_bag(rows, neighbors, offsets, False, 1, False, None, True)
          return means
        def add_self(self: __torch__.Layers, sums: Tensor, rows: Tensor, self_weights: Tensor) -> Tensor:
          return torch.addcmul(sums, rows, torch.unsqueeze(self_weights, 1))
        def gcn_aggregated(self: __torch__.Layers, own: Tensor, aggregated: Tensor, self_weights: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
          return torch.addmm(bias, (self).add_self(aggregated, own, self_weights, ), weight)
        def gcn_sum_first(self: __torch__.Layers, rows: Tensor, offsets: Tensor, neighbors: Tensor, edge_weights: Tensor, self_weights: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
          sums = (self).weighted_sum(rows, offsets, neighbors, edge_weights, )
          return (self).gcn_aggregated((self).destinations(rows, offsets, ), sums, self_weights, weight, bias, )
        def gcn_product_first(self: __torch__.Layers, rows: Tensor, offsets: Tensor, neighbors: Tensor, edge_weights: Tensor, self_weights: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
          products = torch.mm(rows, weight)
          sums = (self).weighted_sum(products, offsets, neighbors, edge_weights, )
          return torch.add((self).add_self(sums, (self).destinations(products, offsets, ), self_weights, ), bias)
        def sage_aggregated(self: __torch__.Layers, own: Tensor, aggregated: Tensor, weight_self: Tensor, weight_neighbor: Tensor, bias: Tensor) -> Tensor:
          return torch.addmm(torch.addmm(bias, own, weight_self), aggregated, weight_neighbor)
        def sage_sum_first(self: __torch__.Layers, rows: Tensor, offsets: Tensor, neighbors: Tensor, weight_self: Tensor, weight_neighbor: Tensor, bias: Tensor) -> Tensor:
          means = (self).mean(rows, offsets, neighbors, )
          return (self).sage_aggregated((self).destinations(rows, offsets, ), means, weight_self, weight_neighbor, bias, )
        def sage_product_first(self: __torch__.Layers, rows: Tensor, offsets: Tensor, neighbors: Tensor, weight_self: Tensor, weight_neighbor: Tensor, bias: Tensor) -> Tensor:
          means = (self).mean(torch.mm(rows, weight_neighbor), offsets, neighbors, )
          return torch.add(torch.addmm(bias, (self).destinations(rows, offsets, ), weight_self), means)
        def cross_entropy(self: __torch__.Layers, logits: Tensor, labels: Tensor) -> List[Tensor]:
          classes = torch.to(labels, 4)
          loss = torch.cross_entropy_loss(logits, classes, None, 2)
          correct = torch.sum(torch.eq(torch.argmax(logits, 1), classes))
          return [loss, correct]
      """;

  private static final byte[] ARCHIVE = TorchScriptArchive.of(NAME, SOURCE);

  private final PtSymbolBlock module;

  LayerModule(PtNDManager manager) {
    try {
      module = JniUtils.loadModule(manager, new ByteArrayInputStream(ARCHIVE), false, false);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Calls a method.
   *
   * @param method name in the source
   * @param tracked true to keep what backward needs
   * @param arguments its arguments; the results belong to the manager of the first
   */
  NDList call(String method, boolean tracked, NDArray... arguments) {
    NDManager manager = arguments[0].getManager();
    NDArray marker = manager.create(0f);
    marker.setName(METHOD_MARKER + method);
    NDList list = new NDList(arguments);
    list.add(marker);
    return IValueUtils.forward(module, list, tracked);
  }

  @Override
  public void close() {
    module.close();
  }
}
