// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.load;

import io.graphember.graph.GraphError;
import io.graphember.partition.staging.GraphStaging;
import io.graphember.schema.GraphHeader;
import io.graphember.spi.error.GraphemberException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.IntUnaryOperator;

/**
 * Numbers classes so that the order in which labels came leaves no trace: integers by value, then
 * all names by text. Labels that are the integers 0 to C - 1 thus keep their numbers. Labels of one
 * name are one class.
 */
public record ClassNames(List<String> sorted, int[] classOfLabel) {
  private static final int MAX_DIGITS = 18;

  /**
   * Sorts the names.
   *
   * @param inOrderOfAppearance name of each label number
   */
  static ClassNames of(List<String> inOrderOfAppearance) {
    boolean integers = inOrderOfAppearance.stream().allMatch(ClassNames::isInteger);
    List<Integer> order = new ArrayList<>();
    for (int label = 0; label < inOrderOfAppearance.size(); label++) {
      order.add(label);
    }
    Comparator<Integer> byText = Comparator.comparing(inOrderOfAppearance::get);
    Comparator<Integer> byValue =
        Comparator.comparingLong(label -> Long.parseLong(inOrderOfAppearance.get(label)));
    order.sort(integers ? byValue.thenComparing(byText) : byText);
    int[] classOfLabel = new int[order.size()];
    List<String> sorted = new ArrayList<>();
    for (int label : order) {
      String name = inOrderOfAppearance.get(label);
      if (sorted.isEmpty() || !sorted.get(sorted.size() - 1).equals(name)) {
        sorted.add(name);
      }
      classOfLabel[label] = sorted.size() - 1;
    }
    return new ClassNames(List.copyOf(sorted), classOfLabel);
  }

  /**
   * Classes of each vertex type; a label without a name is refused before anything is written.
   *
   * @param labelNames name of each label number of pieces, by vertex type; empty if no type has any
   * @param allNames name of each label number of a type, given those of pieces
   * @param largestLabel largest label number of pieces of a type, -1 for none
   * @throws GraphemberException with code {@link GraphError#PIECE_MISMATCH} or {@link
   *     GraphError#GRAPH_TOO_LARGE}
   */
  public static List<ClassNames> ofTypes(
      GraphHeader header,
      List<List<String>> labelNames,
      BiFunction<Integer, List<String>, List<String>> allNames,
      IntUnaryOperator largestLabel) {
    int types = header.vertexTypes().size();
    if (!labelNames.isEmpty() && labelNames.size() != types) {
      throw new GraphemberException(
          GraphError.PIECE_MISMATCH,
          "Label names of %d vertex types were sent, the graph has %d."
              .formatted(labelNames.size(), types));
    }
    List<ClassNames> classes = new ArrayList<>();
    for (int t = 0; t < types; t++) {
      List<String> sent = labelNames.isEmpty() ? List.of() : labelNames.get(t);
      ClassNames names = ClassNames.of(allNames.apply(t, sent));
      if (names.sorted().size() > GraphStaging.MAX_CLASSES) {
        throw new GraphemberException(
            GraphError.GRAPH_TOO_LARGE,
            "Vertices of type %s have %d classes; a graph has up to %d."
                .formatted(
                    header.vertexType(t).name(), names.sorted().size(), GraphStaging.MAX_CLASSES));
      }
      names.classOf(largestLabel.applyAsInt(t));
      classes.add(names);
    }
    return classes;
  }

  /** Class of a label number; -1 stays -1. */
  int classOf(int label) {
    if (label >= classOfLabel.length) {
      throw new GraphemberException(
          GraphError.PIECE_MISMATCH,
          "A vertex has label number %d, but %d label names were sent."
              .formatted(label, classOfLabel.length));
    }
    return label < 0 ? -1 : classOfLabel[label];
  }

  private static boolean isInteger(String name) {
    return name.length() <= MAX_DIGITS && name.matches("-?[0-9]+");
  }
}
