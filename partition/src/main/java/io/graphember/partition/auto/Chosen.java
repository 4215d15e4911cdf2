// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.auto;

import io.graphember.graph.settings.GraphSettings;
import io.graphember.spi.partition.Partitioner;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The partitioner that cuts a graph: the one that settings name, or the one that is chosen.
 *
 * @param settings with the name and the options of this one
 * @param partitioner it
 * @param choice why it was chosen; empty if settings name it
 */
public record Chosen(
    GraphSettings settings, Partitioner partitioner, Optional<PartitionerChoice> choice) {
  /**
   * Finds it.
   *
   * @param partitioner that settings name
   * @param figures of the graph, if they are needed
   */
  public static Chosen of(
      GraphSettings settings, Partitioner partitioner, Supplier<GraphFigures> figures) {
    if (!(partitioner instanceof AutoPartitioner auto)) {
      return new Chosen(settings, partitioner, Optional.empty());
    }
    final PartitionerChoice choice =
        auto.choose(figures.get(), settings.partitions(), settings.partitionerOptions());
    return new Chosen(
        settings.withPartitioner(choice.name()), auto.get(choice.name()), Optional.of(choice));
  }
}
