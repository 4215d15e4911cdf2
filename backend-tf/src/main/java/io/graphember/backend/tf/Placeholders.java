// SPDX-License-Identifier: Apache-2.0
package io.graphember.backend.tf;

import io.graphember.spi.backend.ParameterLayout;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.tensorflow.Operand;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.op.Ops;
import org.tensorflow.op.core.Placeholder;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TInt32;
import org.tensorflow.types.family.TType;

/** The placeholders of one graph, one for each feed. */
final class Placeholders {
  /** A dimension that differs from run to run. */
  static final long ANY = Shape.UNKNOWN_SIZE;

  private final Ops tf;
  private final ParameterLayout layout;
  private final Map<Feed, Placeholder<?>> all = new LinkedHashMap<>();

  /** Of statistics their values less those of the batch. */
  private final Map<Feed, Operand<TFloat32>> differences = new HashMap<>();

  /** Those of a model with that layout. */
  Placeholders(Ops tf, ParameterLayout layout) {
    this.tf = tf;
    this.layout = layout;
  }

  /** The feed of a weight of a program. */
  Feed ofWeight(int program, int weight) {
    return Feed.ofParameter(layout.number(program, weight));
  }

  /** What was asked for, in that order. */
  Map<Feed, Placeholder<?>> all() {
    return Collections.unmodifiableMap(all);
  }

  /** One that was asked for before. */
  Placeholder<?> known(Feed feed) {
    return Objects.requireNonNull(all.get(feed), "no program reads the feed");
  }

  Operand<TFloat32> floats(Feed feed, long... shape) {
    return get(feed, TFloat32.class, shape);
  }

  Operand<TInt32> ints(Feed feed, long... shape) {
    return get(feed, TInt32.class, shape);
  }

  /** Says what lies in the place of the gradient of a statistic. */
  void differ(Feed statistic, Operand<TFloat32> difference) {
    differences.put(statistic, difference);
  }

  /** Of a statistic its value less that of the batch. */
  Operand<TFloat32> difference(Feed statistic) {
    return Objects.requireNonNull(
        differences.get(statistic), "no layer differs from the statistic");
  }

  @SuppressWarnings("unchecked") // a feed has one type
  private <T extends TType> Operand<T> get(Feed feed, Class<T> type, long... shape) {
    return (Operand<T>)
        all.computeIfAbsent(feed, f -> tf.placeholder(type, Placeholder.shape(Shape.of(shape))));
  }
}
