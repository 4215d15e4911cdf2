// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.community;

import java.util.ArrayList;
import java.util.List;

/**
 * Communities of a graph, and what each is made of: communities of level 0 are the vertices, those
 * of level {@code l + 1} are made of those of level {@code l}. 8 bytes a vertex and community.
 * Immutable.
 */
public final class CommunityTree {
  private final List<Level> levels; // from level 1 on
  private final long[] vertexSizes;

  /**
   * Communities of one level.
   *
   * @param starts of the parts of each, and the end
   * @param parts communities of the level below, by community
   * @param sizes of each
   */
  private record Level(int[] starts, int[] parts, long[] sizes) {}

  private CommunityTree(List<Level> levels, long[] vertexSizes) {
    this.levels = levels;
    this.vertexSizes = vertexSizes;
  }

  /**
   * A tree.
   *
   * @param communityOf from level to level, without gaps: community of each one of the level below
   * @param vertexSizes size of each vertex
   */
  static CommunityTree of(List<int[]> communityOf, long[] vertexSizes) {
    final List<Level> levels = new ArrayList<>();
    long[] below = vertexSizes;
    for (int[] up : communityOf) {
      int count = 0;
      for (int community : up) {
        count = Math.max(count, community + 1);
      }
      final int[] starts = new int[count + 1];
      final long[] sizes = new long[count];
      for (int part = 0; part < up.length; part++) {
        starts[up[part] + 1]++;
        sizes[up[part]] += below[part];
      }
      for (int c = 0; c < count; c++) {
        starts[c + 1] += starts[c];
      }
      final int[] parts = new int[up.length];
      final int[] next = starts.clone();
      for (int part = 0; part < up.length; part++) {
        parts[next[up[part]]++] = part;
      }
      levels.add(new Level(starts, parts, sizes));
      below = sizes;
    }
    return new CommunityTree(List.copyOf(levels), vertexSizes);
  }

  /** The highest level; 0 if every vertex is alone. */
  public int top() {
    return levels.size();
  }

  /** Communities of a level. */
  public int count(int level) {
    return level == 0 ? vertexSizes.length : levels.get(level - 1).sizes.length;
  }

  /** Size of a community: the sum of its vertices'. */
  public long size(int level, int community) {
    return level == 0 ? vertexSizes[community] : levels.get(level - 1).sizes[community];
  }

  /** First of the parts of a community of level 1 or above. */
  public int firstPart(int level, int community) {
    return levels.get(level - 1).starts[community];
  }

  /** The community of the level below at a place from {@link #firstPart} on. */
  public int part(int level, int place) {
    return levels.get(level - 1).parts[place];
  }

  /** Takes a vertex. */
  @FunctionalInterface
  public interface VertexVisitor {
    /** The next one. */
    void vertex(int vertex);
  }

  /** Goes through the vertices of a community; those of each of its parts come together. */
  public void forEachVertex(int level, int community, VertexVisitor visitor) {
    if (level == 0) {
      visitor.vertex(community);
      return;
    }
    final int end = firstPart(level, community + 1);
    for (int place = firstPart(level, community); place < end; place++) {
      forEachVertex(level - 1, part(level, place), visitor);
    }
  }

  /** The community of the highest level of each vertex. */
  public int[] communities() {
    final int[] communityOf = new int[vertexSizes.length];
    for (int c = 0; c < count(top()); c++) {
      final int community = c;
      forEachVertex(top(), c, v -> communityOf[v] = community);
    }
    return communityOf;
  }
}
