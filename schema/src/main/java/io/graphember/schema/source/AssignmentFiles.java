// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema.source;

import io.graphember.config.ConfigError;
import io.graphember.config.NearestName;
import io.graphember.schema.GraphHeader;
import io.graphember.spi.error.GraphemberException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The files of partitioner {@code file}, as its options name them: either rows of source,
 * destination and partition for edges, {@code edges=FILE}, or rows of key and partition for
 * vertices, {@code vertices=FILE}. A graph with several types has a file for each, {@code
 * edges.TYPE=FILE} or {@code vertices.TYPE=FILE}.
 *
 * @param ofEdges true for files about edges
 * @param files path by name of the type, which is empty if the graph has one
 */
public record AssignmentFiles(boolean ofEdges, Map<String, String> files) {
  /** Name of the partitioner that follows such files. */
  public static final String PARTITIONER = "file";

  private static final String EDGES = "edges";
  private static final String VERTICES = "vertices";

  /**
   * The files that options name.
   *
   * @throws GraphemberException with {@link ConfigError#SETTINGS_INVALID} if they name none, or
   *     both of edges and of vertices
   */
  public static AssignmentFiles of(Map<String, String> options) {
    Map<String, String> edges = new TreeMap<>();
    Map<String, String> vertices = new TreeMap<>();
    options.forEach(
        (option, file) -> {
          String[] words = option.split("\\.", 2);
          String type = words.length == 1 ? "" : words[1];
          switch (words[0]) {
            case EDGES -> edges.put(type, file);
            case VERTICES -> vertices.put(type, file);
            default -> throw wrong();
          }
        });
    Map<String, String> files = edges.isEmpty() ? vertices : edges;
    if (edges.isEmpty() == vertices.isEmpty() || files.containsKey("") && files.size() > 1) {
      throw wrong();
    }
    return new AssignmentFiles(!edges.isEmpty(), files);
  }

  private static GraphemberException wrong() {
    return new GraphemberException(
        ConfigError.SETTINGS_INVALID,
        "Partitioner file needs one option: edges=FILE or vertices=FILE, for a graph with several"
            + " types edges.TYPE=FILE or vertices.TYPE=FILE for each.");
  }

  /**
   * Number of the type that a file is about.
   *
   * @param type its name, a key of {@link #files()}
   * @throws GraphemberException with {@link ConfigError#SETTINGS_INVALID} if there is none
   */
  public int typeNumber(GraphHeader header, String type) {
    List<String> names = new ArrayList<>();
    if (ofEdges) {
      header.edgeTypes().forEach(known -> names.add(known.name()));
    } else {
      header.vertexTypes().forEach(known -> names.add(known.name()));
    }
    final String option = (ofEdges ? EDGES : VERTICES) + (type.isEmpty() ? "" : "." + type);
    if (type.isEmpty() && names.size() > 1) {
      throw new GraphemberException(
          ConfigError.SETTINGS_INVALID,
          "graph.partitionerOptions.%s: the graph has several types; name one, for example %s.%s."
              .formatted(option, option, names.get(0)));
    }
    final int number = type.isEmpty() ? 0 : names.indexOf(type);
    if (number < 0) {
      throw new GraphemberException(
          ConfigError.SETTINGS_INVALID,
          "graph.partitionerOptions.%s: the graph has no such type%s."
              .formatted(
                  option,
                  NearestName.of(type, names).map(" (did you mean %s?)"::formatted).orElse("")));
    }
    return number;
  }
}
