// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.lists;

import java.util.Arrays;

/**
 * The lists of boundary vertices in a partition of another process, fetched once; their sources'
 * rows, each once, in ascending order of vid, are fetched before each layer.
 */
public final class FetchedLists implements InLists {
  private final int[] vertices;
  private final InEdges edges;
  private final long[] sources;
  private final int[] names; // [edges], number of the source's row
  private final float[] norms; // by row; empty without normalised sums
  private final int[] types; // of each edge; empty where no layer looks at them
  private final float[] features; // [edges, featureDim]
  private final int featureDim;

  /**
   * Lists of these local numbers of the partition, ascending.
   *
   * @param edges of each of the vertices
   */
  public FetchedLists(int[] vertices, InEdges edges) {
    this.vertices = vertices;
    this.edges = edges;
    sources = Arrays.stream(edges.sources()).sorted().distinct().toArray();
    names = new int[edges.sources().length];
    for (int e = 0; e < names.length; e++) {
      names[e] = Arrays.binarySearch(sources, edges.sources()[e]);
    }
    norms = edges.inDegrees() == null ? new float[0] : norms(edges.inDegrees());
    types = edges.types() == null ? new int[0] : edges.types();
    features = edges.features() == null ? new float[0] : edges.features();
    featureDim = names.length == 0 ? 0 : features.length / names.length;
  }

  private float[] norms(int[] inDegrees) {
    float[] ofRows = new float[sources.length];
    for (int e = 0; e < names.length; e++) {
      ofRows[names[e]] = ResidentLists.ofDegree(inDegrees[e]);
    }
    return ofRows;
  }

  /** Bytes of lists of so many edges at most, with what sorts them. */
  public static long estimateBytes(long edges, int featureDim) {
    return edges * (8 + 8 + 8 + 4 + 4 + 4 + 4L * featureDim);
  }

  /** Vids of the rows. */
  public long[] sources() {
    return sources;
  }

  private int first(int local) {
    final int i = Arrays.binarySearch(vertices, local);
    return i < 0 ? -1 : edges.offsets()[i];
  }

  @Override
  public int degree(int local) {
    final int i = Arrays.binarySearch(vertices, local);
    return i < 0 ? 0 : edges.offsets()[i + 1] - edges.offsets()[i];
  }

  @Override
  public int copy(int local, int[] target, int at) {
    final int degree = degree(local);
    if (degree > 0) {
      System.arraycopy(names, first(local), target, at, degree);
    }
    return degree;
  }

  @Override
  public long vid(int row) {
    return sources[row];
  }

  @Override
  public float norm(int row) {
    return norms[row];
  }

  @Override
  public int type(int local, int place) {
    return types[first(local) + place];
  }

  @Override
  public int start(int local, int type) {
    int place = 0;
    for (final int degree = degree(local); place < degree && type(local, place) < type; ) {
      place++;
    }
    return place;
  }

  @Override
  public int end(int local, int type) {
    return start(local, type + 1);
  }

  @Override
  public void readFeatures(int local, int place, float[] target, int at) {
    System.arraycopy(features, (first(local) + place) * featureDim, target, at, featureDim);
  }
}
