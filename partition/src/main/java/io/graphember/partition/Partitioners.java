// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition;

import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import io.graphember.spi.partition.Partitioner;
import java.util.ServiceLoader;
import java.util.SortedMap;
import java.util.TreeMap;

/** The partitioners on the class path, by name. */
public final class Partitioners {
  private final SortedMap<String, Partitioner> byName = new TreeMap<>();

  /** Finds them with a class loader. */
  public Partitioners(ClassLoader loader) {
    for (Partitioner partitioner : ServiceLoader.load(Partitioner.class, loader)) {
      byName.putIfAbsent(partitioner.name(), partitioner);
    }
  }

  /**
   * The partitioner of that name.
   *
   * @throws GraphemberException with code {@link SpiError#PROVIDER_UNKNOWN}; the message lists
   *     those that exist
   */
  public Partitioner get(String name) {
    Partitioner partitioner = byName.get(name);
    if (partitioner == null) {
      throw new GraphemberException(
          SpiError.PROVIDER_UNKNOWN,
          "graph.partitioner = %s: no such partitioner, there are %s."
              .formatted(name, String.join(", ", byName.keySet())));
    }
    return partitioner;
  }
}
