// SPDX-License-Identifier: Apache-2.0
package io.graphember.tgar.step;

import io.graphember.tgar.plan.Kind;
import io.graphember.tgar.plan.Place;
import io.graphember.tgar.plan.Plan;
import io.graphember.tgar.plan.Value;
import io.graphember.tgar.plan.Work;
import java.util.List;

/** What a partition computes along its edges on an odd level: Gather and Sum, edge by edge. */
final class EdgeLevel {
  private final Plan plan;
  private final List<Value> backward;
  private final Work again;
  private final List<Value> receivers;

  EdgeLevel(Plan plan, int level) {
    this.plan = plan;
    backward = plan.training() ? plan.backward(level) : List.of();
    again = plan.again(level);
    receivers =
        plan.training()
            ? plan.receivers(level).stream().filter(v -> v.place() == Place.EDGE).toList()
            : List.of();
  }

  /** True if gradients go through single edges. */
  boolean backwardNeeded() {
    return !backward.isEmpty();
  }

  /** Does the level's work for some tiles. */
  void forward(StepInput input, Work work, EdgeTiles tiles, int from, int to) {
    EdgeTile tile = new EdgeTile(plan, input);
    for (int t = from; t < to; t++) {
      tiles.move(tile, t);
      for (Value value : work.values()) {
        if (work.loads(value)) {
          tile.load(value);
        } else {
          TileForward.compute(value, tile);
          if (work.keeps(value)) {
            tile.store(value);
          }
        }
      }
    }
  }

  /**
   * Takes gradients back through the level. One thread a partition: gradients of sources are added
   * up in the order of the edges.
   */
  void backward(StepInput input, EdgeTiles tiles, ParameterSums sums) {
    EdgeTile tile = new EdgeTile(plan, input);
    TileBackward gradients = new TileBackward(tile, sums);
    for (int t = 0; t < tiles.count(); t++) {
      tiles.move(tile, t);
      for (Value value : again.values()) {
        if (again.loads(value)) {
          tile.load(value);
        } else {
          TileForward.compute(value, tile);
        }
      }
      for (Value value : backward) {
        if (plan.stored(value) && value.place() != Place.ONE) {
          tile.loadGradient(value);
        } else {
          tile.clearGradient(value);
        }
      }
      receivers.forEach(tile::clearGradient);
      for (int i = backward.size() - 1; i >= 0; i--) {
        gradients.differentiate(backward.get(i));
      }
      receivers.forEach(tile::storeGradient);
    }
  }

  /** True if the largest of all partitions decides who is given a gradient. */
  static boolean choosesLargest(Value value) {
    return value.kind() == Kind.EDGE_MAX || value.kind() == Kind.LARGEST;
  }
}
