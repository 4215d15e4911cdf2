// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema;

import java.util.List;

/**
 * What was learned of the columns of features of a vertex type while its table was read first, and
 * is kept with the graph: what is added later is encoded the same way. Immutable.
 *
 * @param categories of each column of {@code oneHot}, then of {@code multiHot}: its categories in
 *     the order of their floats in a row, which is that of {@link String#compareTo}
 * @param means of each column of {@code features}, where missing values are replaced by them; empty
 *     otherwise
 * @param scales of the columns of numbers, where they are brought to one scale; null for {@link
 *     ColumnScales#NONE}
 */
public record FeatureEncoding(
    List<List<String>> categories, List<Float> means, ColumnScales scales) {
  /** Nothing was learned. */
  public static final FeatureEncoding NONE = new FeatureEncoding(List.of(), List.of());

  /** Most categories of all columns of a vertex type: beyond it they are better hashed. */
  public static final int MAX_CATEGORIES = 65_536;

  /** Characters of the longest category. */
  public static final int MAX_CATEGORY_LENGTH = 1024;

  /** Checks counts, lengths and ranges. */
  public FeatureEncoding {
    categories = categories.stream().map(List::copyOf).toList();
    means = List.copyOf(means);
    scales = scales == null ? ColumnScales.NONE : scales; // graphs stored before there were any
    long count = 0;
    for (List<String> column : categories) {
      count += column.size();
      if (column.stream().anyMatch(name -> name.length() > MAX_CATEGORY_LENGTH)) {
        throw new IllegalArgumentException(
            "a category has more than " + MAX_CATEGORY_LENGTH + " characters");
      }
    }
    if (count > MAX_CATEGORIES || means.size() > VertexType.MAX_FEATURE_DIM) {
      throw new IllegalArgumentException(
          "%d categories, at most %d; %d means, at most %d"
              .formatted(count, MAX_CATEGORIES, means.size(), VertexType.MAX_FEATURE_DIM));
    }
    if (!means.stream().allMatch(Float::isFinite)) {
      throw new IllegalArgumentException("a mean is not finite");
    }
  }

  /** Columns as they are, but for categories and what stands for missing values. */
  public FeatureEncoding(List<List<String>> categories, List<Float> means) {
    this(categories, means, ColumnScales.NONE);
  }

  /** The same with other scales. */
  public FeatureEncoding with(ColumnScales others) {
    return new FeatureEncoding(categories, means, others);
  }

  /** True if nothing was learned. */
  public boolean none() {
    return categories.isEmpty() && means.isEmpty() && scales.columns() == 0;
  }

  /** Number of categories of all columns. */
  public int width() {
    return categories.stream().mapToInt(List::size).sum();
  }
}
