// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema;

import io.graphember.spi.error.GraphemberException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Numbers the names of classes in the order in which they appear. */
public final class LabelIndex {
  /** More names than this are no classes; most likely the column is another one. */
  public static final int MAX_CLASSES = 65_536;

  private final Map<String, Integer> indices = new LinkedHashMap<>();

  /** The names of classes that are known. */
  public static LabelIndex of(List<String> names) {
    final LabelIndex index = new LabelIndex();
    names.forEach(name -> index.index(name, ""));
    return index;
  }

  /** True if this name is there. */
  public boolean has(String name) {
    return indices.containsKey(name);
  }

  /** True if there is room for no other name. */
  public boolean full() {
    return indices.size() == MAX_CLASSES;
  }

  /**
   * Index of a class.
   *
   * @param file how messages call the file
   */
  public int index(String name, String file) {
    Integer known = indices.get(name);
    if (known == null && indices.size() == MAX_CLASSES) {
      throw new GraphemberException(
          InputError.INPUT_TOO_MANY_CLASSES,
          "%s: there are more than %d classes, so these are no classes."
              .formatted(file, MAX_CLASSES));
    }
    return known == null ? add(name) : known;
  }

  private int add(String name) {
    indices.put(name, indices.size());
    return indices.size() - 1;
  }

  public List<String> names() {
    return List.copyOf(indices.keySet());
  }
}
