// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import ai.djl.Device;
import ai.djl.engine.Engine;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.types.Shape;
import ai.djl.pytorch.engine.PtEngine;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.engine.PtNDManager;
import ai.djl.pytorch.engine.PtSymbolBlock;
import ai.djl.pytorch.jni.IValueUtils;
import ai.djl.pytorch.jni.JniUtils;
import io.graphember.backend.djl.TorchScriptArchive;
import io.graphember.spi.CounterRandom;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;

/**
 * What training of triples costs PyTorch itself: rows picked by {@code index_select}, scores of a
 * chunk with its negatives by {@code bmm}, {@code cdist} or broadcasting, as its users write them,
 * backward, and Adagrad of the rows that were picked by {@code index_add_} (DGL-KE's update). One
 * batch, whose indices are tensors already, is trained again and again.
 */
final class PlainTriples implements AutoCloseable {
  private static final String FORWARD =
      """
      class Plain(Module):
        __parameters__ = []
        __buffers__ = []
        training : bool
        def forward(self: __torch__.Plain, h: Tensor, r: Tensor, t: Tensor, nt: Tensor, nh: Tensor) -> Tensor:
      %s
          p1 = torch.softmax(torch.detach(s1), -1, None)
          p2 = torch.softmax(torch.detach(s2), -1, None)
          m1 = torch.sum(torch.mul(p1, torch.log_sigmoid(torch.neg(torch.add(s1, MARGIN)))), None)
          m2 = torch.sum(torch.mul(p2, torch.log_sigmoid(torch.neg(torch.add(s2, MARGIN)))), None)
          own = torch.sum(torch.log_sigmoid(torch.add(s, MARGIN)), None)
          return torch.neg(torch.add(own, torch.mul(torch.add(m1, m2), 0.5)))
      """;

  private static final String UPDATE =
      """
      class Plain(Module):
        __parameters__ = []
        __buffers__ = []
        training : bool
        def forward(self: __torch__.Plain, table: Tensor, state: Tensor, ids: Tensor, gradient: Tensor) -> Tensor:
          a = torch.index_add_(state, 0, ids, torch.mul(gradient, gradient))
          b = torch.sqrt(torch.add(torch.index_select(state, 0, ids), 1e-10))
          c = torch.index_add_(table, 0, ids, torch.mul(torch.div(gradient, b), -0.1))
          return c
      """;

  private static final String PICK =
      """
      class Plain(Module):
        __parameters__ = []
        __buffers__ = []
        training : bool
        def forward(self: __torch__.Plain, table: Tensor, ids: Tensor) -> Tensor:
          return torch.index_select(table, 0, ids)
      """;

  private static final String SHAPED =
      """
          q1 = torch.view(u1, [CHUNKS, CHUNK, DIM])
          q2 = torch.view(u2, [CHUNKS, CHUNK, DIM])
          n1 = torch.view(nt, [CHUNKS, NEGATIVES, DIM])
          n2 = torch.view(nh, [CHUNKS, NEGATIVES, DIM])
      """;

  private static final String DISTMULT =
      """
          u1 = torch.mul(h, r)
          u2 = torch.mul(t, r)
      """
          + SHAPED
          + """
          s = torch.sum(torch.mul(u1, t), [1])
          s1 = torch.bmm(q1, torch.transpose(n1, 1, 2))
          s2 = torch.bmm(q2, torch.transpose(n2, 1, 2))
      """;

  private static final String HALVES =
      """
          ha = torch.slice(h, 1, 0, HALF)
          hb = torch.slice(h, 1, HALF, DIM)
          ra = torch.slice(r, 1, 0, HALF)
          rb = torch.slice(r, 1, HALF, DIM)
          ta = torch.slice(t, 1, 0, HALF)
          tb = torch.slice(t, 1, HALF, DIM)
          u1 = torch.cat([torch.sub(torch.mul(ha, ra), torch.mul(hb, rb)), torch.add(torch.mul(ha, rb), torch.mul(hb, ra))], 1)
          u2 = torch.cat([torch.add(torch.mul(ta, ra), torch.mul(tb, rb)), torch.sub(torch.mul(tb, ra), torch.mul(ta, rb))], 1)
      """;

  private static final String COMPLEX =
      HALVES
          + SHAPED
          + """
          s = torch.sum(torch.mul(u1, t), [1])
          s1 = torch.bmm(q1, torch.transpose(n1, 1, 2))
          s2 = torch.bmm(q2, torch.transpose(n2, 1, 2))
      """;

  private static final String TRANSE =
      """
          u1 = torch.add(h, r)
          u2 = torch.sub(t, r)
      """
          + SHAPED
          + """
          s = torch.neg(torch.sum(torch.abs(torch.sub(u1, t)), [1]))
          s1 = torch.neg(torch.cdist(q1, n1, 1.0))
          s2 = torch.neg(torch.cdist(q2, n2, 1.0))
      """;

  // Of directions, as in Graphember: no sine or cosine.
  private static final String ROTATE =
      """
          rx = torch.slice(r, 1, 0, HALF)
          ry = torch.slice(r, 1, HALF, DIM)
          length = torch.sqrt(torch.add(torch.mul(rx, rx), torch.mul(ry, ry)))
          ra = torch.div(rx, length)
          rb = torch.div(ry, length)
      """
          + HALVES
              .replace("    ra = torch.slice(r, 1, 0, HALF)\n", "")
              .replace("    rb = torch.slice(r, 1, HALF, DIM)\n", "")
          + SHAPED
          + """
          e = torch.sub(u1, t)
          ea = torch.slice(e, 1, 0, HALF)
          eb = torch.slice(e, 1, HALF, DIM)
          s = torch.neg(torch.sum(torch.sqrt(torch.add(torch.mul(ea, ea), torch.mul(eb, eb))), [1]))
          d1 = torch.sub(torch.unsqueeze(q1, 2), torch.unsqueeze(n1, 1))
          a1 = torch.slice(d1, 3, 0, HALF)
          b1 = torch.slice(d1, 3, HALF, DIM)
          s1 = torch.neg(torch.sum(torch.sqrt(torch.add(torch.mul(a1, a1), torch.mul(b1, b1))), [3]))
          d2 = torch.sub(torch.unsqueeze(q2, 2), torch.unsqueeze(n2, 1))
          a2 = torch.slice(d2, 3, 0, HALF)
          b2 = torch.slice(d2, 3, HALF, DIM)
          s2 = torch.neg(torch.sum(torch.sqrt(torch.add(torch.mul(a2, a2), torch.mul(b2, b2))), [3]))
      """;

  private final PtNDManager manager;
  private final PtSymbolBlock forward;
  private final PtSymbolBlock pick;
  private final PtSymbolBlock update;
  private final Table entities;
  private final Table relations;
  private final List<NDArray> picked; // ids of heads, relations, tails, negatives of either end
  private final int dim;

  /** Rows and their sums of squared gradients. */
  private record Table(NDArray rows, NDArray squares) {}

  /**
   * A batch.
   *
   * @param method transe, distmult, complex or rotate
   */
  PlainTriples(
      String method,
      int entityCount,
      int relationCount,
      int batch,
      int chunk,
      int negatives,
      int dim)
      throws IOException {
    this.dim = dim;
    manager = (PtNDManager) Engine.getEngine(PtEngine.ENGINE_NAME).newBaseManager(Device.cpu());
    forward =
        load(
            FORWARD
                .formatted(body(method).stripTrailing())
                .replace("CHUNKS", Integer.toString(batch / chunk))
                .replace("CHUNK", Integer.toString(chunk))
                .replace("NEGATIVES", Integer.toString(negatives))
                .replace("DIM", Integer.toString(dim))
                .replace("HALF", Integer.toString(dim / 2))
                .replace(
                    "MARGIN", method.equals("transe") || method.equals("rotate") ? "9." : "0."));
    pick = load(PICK);
    update = load(UPDATE);
    entities = table(entityCount, 1);
    relations = table(relationCount, 2);
    final int perEnd = batch / chunk * negatives;
    picked =
        List.of(
            ids(batch, entityCount, 3),
            ids(batch, relationCount, 4),
            ids(batch, entityCount, 5),
            ids(perEnd, entityCount, 6),
            ids(perEnd, entityCount, 7));
  }

  private static String body(String method) {
    return switch (method) {
      case "transe" -> TRANSE;
      case "distmult" -> DISTMULT;
      case "complex" -> COMPLEX;
      case "rotate" -> ROTATE;
      default -> throw new IllegalArgumentException("no method " + method);
    };
  }

  private PtSymbolBlock load(String script) throws IOException {
    byte[] archive = TorchScriptArchive.of("Plain", script);
    return JniUtils.loadModule(manager, new ByteArrayInputStream(archive), false, false);
  }

  private Table table(int count, long key) {
    float[] rows = new float[count * dim];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = 0.1f * (CounterRandom.unitFloat(CounterRandom.bits(key, i)) - 0.5f);
    }
    return new Table(
        manager.create(rows, new Shape(count, dim)), manager.zeros(new Shape(count, dim)));
  }

  private NDArray ids(int count, int bound, long key) {
    long[] ids = new long[count];
    for (int i = 0; i < count; i++) {
      ids[i] = CounterRandom.bounded(CounterRandom.bits(key, i), bound);
    }
    return manager.create(ids);
  }

  /** Trains the batch once; its loss. */
  float step() {
    final boolean before = JniUtils.isGradMode();
    JniUtils.setGraphExecutorOptimize(false);
    final NDList leaves = new NDList();
    try {
      JniUtils.setGradMode(false);
      for (int i = 0; i < picked.size(); i++) {
        leaves.add(
            IValueUtils.forward(pick, new NDList(table(i).rows, picked.get(i)), true).head());
      }
      JniUtils.setGradMode(true);
      leaves.forEach(rows -> rows.setRequiresGradient(true));
      try (NDArray loss = IValueUtils.forward(forward, leaves, true).head();
          PtNDArray one = (PtNDArray) manager.create(1f)) {
        JniUtils.backward((PtNDArray) loss, one, false, false);
        JniUtils.setGradMode(false);
        for (int i = 0; i < picked.size(); i++) {
          descend(table(i), picked.get(i), leaves.get(i));
        }
        return loss.getFloat();
      }
    } finally {
      leaves.close();
      JniUtils.setGradMode(before);
    }
  }

  private Table table(int pickedIndex) {
    return pickedIndex == 1 ? relations : entities;
  }

  private void descend(Table table, NDArray ids, NDArray leaf) {
    try (NDArray gradient = leaf.getGradient()) {
      IValueUtils.forward(update, new NDList(table.rows, table.squares, ids, gradient), true)
          .close();
    }
  }

  @Override
  public void close() {
    forward.close();
    pick.close();
    update.close();
    manager.close();
  }
}
