// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import io.graphember.spi.model.Architecture;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;

/** The families of models by name: the built-in ones and those that {@link ServiceLoader} finds. */
public final class Architectures {
  private Architectures() {}

  /**
   * The family of that name, in upper or lower case.
   *
   * @throws GraphemberException with code {@link SpiError#PROVIDER_UNKNOWN}; the message lists
   *     those that exist
   */
  public static Architecture get(String name) {
    Map<String, Architecture> known = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    ServiceLoader.load(Architecture.class, Architecture.class.getClassLoader())
        .forEach(architecture -> known.put(architecture.name(), architecture));
    List.of(ModelKind.values()).forEach(kind -> known.put(kind.name(), kind));
    Architecture found = known.get(name);
    if (found == null) {
      throw new GraphemberException(
          SpiError.PROVIDER_UNKNOWN,
          "There is no model '%s', there are %s."
              .formatted(name, String.join(", ", known.keySet())));
    }
    return found;
  }
}
