// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A graph as text, one vertex or edge a line:
 *
 * <pre>
 * lonely
 * ann -&gt; bob
 * person:ann -likes-&gt; film:Alien  weight=0.5 time=7 features=1.0,2.0
 * </pre>
 *
 * A vertex is its key, with its type before a colon; without one its type is {@code vertex}. An
 * edge names its type in the arrow; without one it is {@code edge}. The ends of edges need no lines
 * of their own. Names are of letters, digits, '_', '.' and '-' between others. A line that comes
 * twice is a parallel edge.
 *
 * <p>The lines are in sorted order, so that two graphs are equal if their texts are.
 *
 * @param vertices every vertex once
 * @param edges all edges
 */
public record TextGraph(Set<Vertex> vertices, List<Edge> edges) {
  /** Type of a vertex that names none. */
  public static final String VERTEX = "vertex";

  /** Type of an edge that names none. */
  public static final String EDGE = "edge";

  private static final String NAME = "[\\w.]+(?:-[\\w.]+)*";
  private static final String END = "(?:(" + NAME + "):)?(" + NAME + ")";
  private static final Pattern LINE =
      Pattern.compile(
          END
              + "(?:\\s*-(?:("
              + NAME
              + ")-)?>\\s*"
              + END
              + "(?:\\s+weight=(\\S+))?(?:\\s+time=(\\S+))?(?:\\s+features=(\\S+))?)?");

  /**
   * A vertex.
   *
   * @param type name of its type
   * @param key its key
   */
  public record Vertex(String type, String key) implements Comparable<Vertex> {
    @Override
    public int compareTo(Vertex other) {
      return toString().compareTo(other.toString());
    }

    @Override
    public String toString() {
      return type.equals(VERTEX) ? key : type + ":" + key;
    }
  }

  /**
   * An edge.
   *
   * @param type name of its type
   * @param source where it begins
   * @param destination where it ends
   * @param weight its weight, null for none
   * @param time its timestamp, null for none
   * @param features its features, empty for none
   */
  public record Edge(
      String type,
      Vertex source,
      Vertex destination,
      Float weight,
      Long time,
      List<Float> features) {
    @Override
    public String toString() {
      return source
          + (type.equals(EDGE) ? " -> " : " -" + type + "-> ")
          + destination
          + (weight == null ? "" : " weight=" + weight)
          + (time == null ? "" : " time=" + time)
          + (features.isEmpty()
              ? ""
              : " features=" + String.join(",", features.stream().map(String::valueOf).toList()));
    }
  }

  /** A graph whose vertices are these and the ends of the edges. */
  public static TextGraph of(Collection<Vertex> vertices, Collection<Edge> edges) {
    Set<Vertex> all = new TreeSet<>(vertices);
    for (Edge edge : edges) {
      all.add(edge.source);
      all.add(edge.destination);
    }
    return new TextGraph(
        new LinkedHashSet<>(all),
        edges.stream().sorted((a, b) -> a.toString().compareTo(b.toString())).toList());
  }

  /**
   * Reads a text.
   *
   * @throws IllegalArgumentException with the first line that is neither a vertex nor an edge
   */
  public static TextGraph parse(String text) {
    List<Vertex> vertices = new ArrayList<>();
    List<Edge> edges = new ArrayList<>();
    for (String line : text.lines().map(String::strip).filter(l -> !l.isEmpty()).toList()) {
      Matcher matcher = LINE.matcher(line);
      if (!matcher.matches()) {
        throw new IllegalArgumentException("neither a vertex nor an edge: " + line);
      }
      Vertex first = vertex(matcher.group(1), matcher.group(2));
      if (matcher.group(5) == null) {
        vertices.add(first);
      } else {
        edges.add(edge(first, matcher));
      }
    }
    return of(vertices, edges);
  }

  private static Vertex vertex(String type, String key) {
    return new Vertex(type == null ? VERTEX : type, key);
  }

  private static Edge edge(Vertex source, Matcher line) {
    return new Edge(
        line.group(3) == null ? EDGE : line.group(3),
        source,
        vertex(line.group(4), line.group(5)),
        line.group(6) == null ? null : Float.valueOf(line.group(6)),
        line.group(7) == null ? null : Long.valueOf(line.group(7)),
        line.group(8) == null
            ? List.of()
            : Arrays.stream(line.group(8).split(",")).map(Float::valueOf).toList());
  }

  /** The text: vertices without edges, then edges. */
  @Override
  public String toString() {
    Set<Vertex> lonely = new LinkedHashSet<>(vertices);
    for (Edge edge : edges) {
      lonely.remove(edge.source);
      lonely.remove(edge.destination);
    }
    StringBuilder text = new StringBuilder();
    lonely.forEach(vertex -> text.append(vertex).append('\n'));
    edges.forEach(edge -> text.append(edge).append('\n'));
    return text.toString();
  }
}
