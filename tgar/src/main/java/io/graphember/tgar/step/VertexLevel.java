// SPDX-License-Identifier: Apache-2.0
package io.graphember.tgar.step;

import io.graphember.tgar.plan.Kind;
import io.graphember.tgar.plan.Place;
import io.graphember.tgar.plan.Plan;
import io.graphember.tgar.plan.Value;
import io.graphember.tgar.plan.Work;
import java.util.List;

/** What masters compute on an even level: Apply of one layer, Transform of the next. */
final class VertexLevel {
  private final Plan plan;
  private final List<Value> backward;
  private final Work again;
  private final List<Value> receivers;

  VertexLevel(Plan plan, int level) {
    this.plan = plan;
    backward = plan.training() ? plan.backward(level) : List.of();
    again = plan.again(level);
    receivers = plan.training() ? plan.receivers(level) : List.of();
  }

  /** Does the level's work for some masters. */
  void forward(StepInput input, Work work, int from, int to, ParameterSums sums) {
    VertexTile tile = new VertexTile(plan, input);
    for (int first = from; first < to; first += VertexTile.ROWS) {
      tile.moveTo(first, Math.min(to, first + VertexTile.ROWS));
      for (Value value : work.values()) {
        if (work.loads(value)) {
          tile.load(value);
        } else if (value.kind() == Kind.BATCH_MEAN) {
          addUp(value, tile, sums);
        } else {
          TileForward.compute(value, tile);
          if (work.keeps(value)) {
            tile.store(value);
          }
        }
      }
    }
  }

  private static void addUp(Value mean, VertexTile tile, ParameterSums sums) {
    final float[] x = TileForward.x(mean, tile);
    final float[] sum = sums.of(mean);
    final int stride = Tile.stride(mean);
    for (int i = 0; i < tile.rows(tile.operand(mean, 0)); i++) {
      for (int j = 0; j < mean.columns(); j++) {
        sum[j] += x[i * stride + j];
      }
    }
  }

  /** Takes gradients back through the level for some masters. */
  void backward(StepInput input, int from, int to, ParameterSums sums) {
    VertexTile tile = new VertexTile(plan, input);
    TileBackward gradients = new TileBackward(tile, sums);
    for (int first = from; first < to; first += VertexTile.ROWS) {
      tile.moveTo(first, Math.min(to, first + VertexTile.ROWS));
      for (Value value : again.values()) {
        if (again.loads(value)) {
          tile.load(value);
        } else {
          TileForward.compute(value, tile);
        }
      }
      backward.forEach(value -> begin(value, tile));
      receivers.forEach(tile::clearGradient);
      for (int i = backward.size() - 1; i >= 0; i--) {
        gradients.differentiate(backward.get(i));
      }
      receivers.forEach(value -> keep(value, tile, sums));
    }
  }

  private void begin(Value value, VertexTile tile) {
    if (value.kind() == Kind.BATCH_MEAN) {
      float[] of = tile.input.meanGradient(value);
      System.arraycopy(of, 0, tile.clearGradient(value), 0, value.columns());
    } else if (plan.stored(value) && value.place() == Place.VERTEX) {
      tile.loadGradient(value);
    } else {
      tile.clearGradient(value);
    }
  }

  private static void keep(Value value, VertexTile tile, ParameterSums sums) {
    if (value.kind() == Kind.BATCH_MEAN) {
      final float[] sum = sums.of(value);
      final float[] gradient = tile.gradient(value);
      for (int j = 0; j < value.columns(); j++) {
        sum[j] += gradient[j];
      }
    } else {
      tile.storeGradient(value);
    }
  }
}
