// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.model;

import io.graphember.spi.setting.CrossChecked;
import io.graphember.spi.setting.Tag;
import io.graphember.spi.setting.Tagged;

/**
 * A family of models: how a layer makes rows of the destinations from those of the sources. One
 * description serves every backend, its backward pass is that of its operations. A record that has
 * the family's own settings as its components ({@link io.graphember.spi.setting.Setting}); section
 * {@code model} of a job file names it by its {@link Tag}.
 *
 * <p>Found by {@link java.util.ServiceLoader}, in any jar of a node's and a client's {@code libs}:
 * so it has a public constructor without parameters, which gives every setting its default.
 *
 * <p>Around what {@link #layer} writes, every model has dropout of the rows that enter, and as its
 * {@link LayerOptions} ask for it a residual connection and a normalisation; every layer but that
 * of the outputs ends with {@link #activation}. Dense layers and jumping knowledge follow.
 */
@Tagged(
    value = "Family of the model: one of ours, or of a jar in libs.",
    byDefault = "graphsage",
    foundBy = Architecture.class)
public interface Architecture {
  /** Name in job files, messages and stored models: the tag. */
  default String name() {
    Tag tag = getClass().getAnnotation(Tag.class);
    if (tag == null) {
      throw new IllegalStateException(getClass().getName() + " has no @Tag");
    }
    return tag.value();
  }

  /**
   * Writes a layer.
   *
   * @param rows rows that enter, after dropout
   * @param shape which layer of what model
   * @return rows of {@link LayerShape#out()} columns
   * @throws IllegalArgumentException if the settings or what the graph has do not fit: its message
   *     says to the user what is wrong and what would do
   */
  Destinations layer(Sources rows, LayerShape shape);

  /**
   * Complains about the settings that every model has, where they do not go with this one's own.
   *
   * @param hidden floats of a hidden row, setting {@code hidden}
   * @param residual setting {@code residual}
   * @param complaints takes names of settings of section {@code model}
   */
  default void check(int hidden, boolean residual, CrossChecked.Complaints complaints) {}

  /** What follows every layer but the last: ReLU. */
  default Destinations activation(Destinations rows) {
    return rows.relu();
  }

  /**
   * Columns with which the rows begin that enter a layer but the first, before those that left the
   * layer before it and what jumping knowledge hands on: what {@link LookingBack} looks at, or 0.
   *
   * @param layer its number, 1 or more
   * @param input columns of the rows that enter layer 0
   * @param first shape of layer 0
   */
  default int handedOn(int layer, int input, LayerShape first) {
    return 0;
  }

  /**
   * True if what {@link #layer} writes is all of a layer: nothing is added around it, and the rows
   * that enter and leave it are as wide as those of the whole layer.
   */
  default boolean writesAll() {
    return false;
  }

  /**
   * True if every destination is to be among its own neighbours: whoever makes the blocks adds an
   * edge of type 0 with features of 0. Only for layers that look at single edges; those that add up
   * the rows of neighbours add the destinations' own themselves.
   */
  default boolean selfLoops() {
    return false;
  }
}
