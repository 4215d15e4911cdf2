// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api.similar;

import io.graphember.schema.KeyKind;
import io.graphember.schema.Similarity;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Which vertices are looked for: those whose embeddings are most alike to that of a vertex, or to a
 * vector. Begin with {@link #to} or {@link #toVector}. Immutable.
 *
 * @param vertexType name of the vertex type; null if there are embeddings of one alone
 * @param key key of the vertex, as text; null if there is a vector
 * @param keys what it is; null if there is a vector
 * @param vector as many numbers as an embedding has, not copied; null if there is a key
 * @param most how many vertices, 1 to {@value #MOST}
 * @param similarity how alike two embeddings are
 * @param exact true to search through all embeddings, though there be an approximate index
 */
public record SimilarRequest(
    @Nullable String vertexType,
    @Nullable String key,
    @Nullable KeyKind keys,
    float @Nullable [] vector,
    int most,
    Similarity similarity,
    boolean exact) {
  /** Vertices that may be asked for at once. */
  public static final int MOST = 1000;

  private static final int TEN = 10;

  /** Ten vertices most alike to that of an integer key, by the cosine; never that vertex itself. */
  public static SimilarRequest to(long key) {
    return to(String.valueOf(key), KeyKind.INT64);
  }

  /** The same of a key that is a text. */
  public static SimilarRequest to(String key) {
    return to(key, KeyKind.STRING);
  }

  /** The same of a key that is a UUID. */
  public static SimilarRequest to(UUID key) {
    return to(key.toString(), KeyKind.UUID);
  }

  private static SimilarRequest to(String key, KeyKind keys) {
    return new SimilarRequest(null, key, keys, null, TEN, Similarity.COSINE, false);
  }

  /** Ten vertices most alike to a vector, by the cosine. */
  public static SimilarRequest toVector(float... vector) {
    return new SimilarRequest(null, null, null, vector, TEN, Similarity.COSINE, false);
  }

  /** The same of a vertex type, where there are embeddings of several. */
  public SimilarRequest ofType(String name) {
    return new SimilarRequest(name, key, keys, vector, most, similarity, exact);
  }

  /** The same for so many vertices, 1 to {@value #MOST}. */
  public SimilarRequest most(int count) {
    return new SimilarRequest(vertexType, key, keys, vector, count, similarity, exact);
  }

  /** The same by another similarity. */
  public SimilarRequest by(Similarity other) {
    return new SimilarRequest(vertexType, key, keys, vector, most, other, exact);
  }

  /** The same by a search through all embeddings, though there be an approximate index. */
  public SimilarRequest exactly() {
    return new SimilarRequest(vertexType, key, keys, vector, most, similarity, true);
  }
}
