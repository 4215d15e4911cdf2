// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.table;

import io.graphember.schema.FeatureEncoding;
import io.graphember.schema.InputError;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Where the features of a vertex stand in a row of a table, whatever holds the table, and what is
 * made of each column: numbers as they are, then categories, then hashed words, then indices.
 *
 * @param numbers column of each number
 * @param missing what stands for a number that is missing
 * @param oneHot columns of a category each
 * @param multiHot columns of several categories each
 * @param hashed columns of text whose words are counted
 * @param indices columns of indices of a wide row
 */
public record FeatureColumns(
    List<Integer> numbers,
    MissingValues missing,
    List<Integer> oneHot,
    List<Listed> multiHot,
    List<Listed> hashed,
    List<Listed> indices) {
  static final FeatureColumns NONE =
      new FeatureColumns(
          List.of(), MissingValues.ERROR, List.of(), List.of(), List.of(), List.of());

  /** Between the parts of a list of a table that has lists. */
  public static final char LIST = '\u001F';

  /**
   * A column that holds several things.
   *
   * @param width floats of a row that it takes; 0 where that is learned
   * @param separator between two of them; {@link #LIST} is one too
   */
  record Listed(int column, int width, char separator) {
    /** Hears where each part of a field begins and how long it is, blanks around it left out. */
    void each(char[] text, int offset, int length, Part part) {
      int from = offset;
      for (int i = offset; i <= offset + length; i++) {
        if (i == offset + length || text[i] == separator || text[i] == LIST) {
          strip(text, from, i, part);
          from = i + 1;
        }
      }
    }

    private static void strip(char[] text, int from, int to, Part part) {
      int begin = from;
      int end = to;
      while (begin < end && Character.isWhitespace(text[begin])) {
        begin++;
      }
      while (begin < end && Character.isWhitespace(text[end - 1])) {
        end--;
      }
      if (begin < end) {
        part.hear(begin, end - begin);
      }
    }
  }

  /** A part of a field. */
  @FunctionalInterface
  interface Part {
    void hear(int offset, int length);
  }

  /**
   * Finds the columns of the settings.
   *
   * @param taken columns that a pattern leaves out
   */
  static FeatureColumns find(
      VertexColumnSettings settings, ColumnFinder finder, Set<Integer> taken) {
    List<Integer> oneHot = settings.oneHot().stream().map(finder::find).toList();
    List<Listed> multiHot =
        settings.multiHot().stream()
            .map(s -> new Listed(finder.find(s.column()), 0, s.separator().charAt(0)))
            .toList();
    List<Listed> hashed =
        settings.hash().stream()
            .map(s -> new Listed(finder.find(s.column()), s.width(), LIST))
            .toList();
    List<Listed> indices =
        settings.indices().stream()
            .map(s -> new Listed(finder.find(s.column()), s.width(), s.separator().charAt(0)))
            .toList();
    Set<Integer> others = new HashSet<>(taken);
    others.addAll(oneHot);
    Stream.of(multiHot, hashed, indices).flatMap(List::stream).forEach(l -> others.add(l.column));
    List<Integer> numbers = finder.findAll(settings.features(), others);
    return new FeatureColumns(numbers, settings.missing(), oneHot, multiHot, hashed, indices);
  }

  /** True if something must be learned from the table before its rows can be read. */
  boolean learns() {
    return !oneHot.isEmpty()
        || !multiHot.isEmpty()
        || missing == MissingValues.MEAN && !numbers.isEmpty();
  }

  /** True if an encoding is one of as many columns. */
  boolean fits(FeatureEncoding encoding) {
    return encoding.categories().size() == oneHot.size() + multiHot.size()
        && encoding.means().size() == (missing == MissingValues.MEAN ? numbers.size() : 0);
  }

  /** All columns. */
  Stream<Integer> all() {
    return Stream.of(
            numbers.stream(),
            oneHot.stream(),
            Stream.of(multiHot, hashed, indices).flatMap(List::stream).map(Listed::column))
        .flatMap(s -> s);
  }

  /** Floats of a row; may be more than one may have. */
  long dim(FeatureEncoding encoding) {
    return numbers.size()
        + (long) encoding.width()
        + Stream.concat(hashed.stream(), indices.stream()).mapToLong(Listed::width).sum();
  }

  /**
   * Reads a table to learn categories and means.
   *
   * @throws io.graphember.spi.error.GraphemberException if there are too many categories, or what
   *     is to have a mean is no number
   */
  FeatureEncoding learn(RowTable table) {
    List<Learner> learners = new ArrayList<>(); // by column; null where nothing is learned
    List<TreeSet<String>> categories = new ArrayList<>();
    CategoryCount count = new CategoryCount(table);
    for (int i = 0; i < oneHot.size() + multiHot.size(); i++) {
      TreeSet<String> known = new TreeSet<>();
      categories.add(known);
      Listed list = categoryColumn(i);
      add(
          learners,
          list.column,
          (column, text, offset, length) ->
              list.each(
                  text, offset, length, (at, size) -> count.add(known, column, text, at, size)));
    }
    Means means = new Means(missing == MissingValues.MEAN ? numbers.size() : 0);
    for (int i = 0; i < means.sums.length; i++) {
      final int at = i;
      add(
          learners,
          numbers.get(i),
          (column, text, offset, length) -> means.see(at, table, column, text, offset, length));
    }
    Learner[] byColumn = learners.toArray(Learner[]::new);
    while (table.next(
        (column, text, offset, length) -> {
          if (column < byColumn.length && byColumn[column] != null) {
            byColumn[column].take(column, text, offset, length);
          }
        })) {
      // The row is all there is to do.
    }
    return new FeatureEncoding(
        categories.stream().<List<String>>map(List::copyOf).toList(), means.values());
  }

  /** Learns from the fields of one column. */
  @FunctionalInterface
  private interface Learner {
    void take(int column, char[] text, int offset, int length);
  }

  /** The same column may be learned from in several ways. */
  private static void add(List<Learner> learners, int column, Learner learner) {
    while (learners.size() <= column) {
      learners.add(null);
    }
    Learner before = learners.get(column);
    learners.set(
        column,
        before == null
            ? learner
            : (of, text, offset, length) -> {
              before.take(of, text, offset, length);
              learner.take(of, text, offset, length);
            });
  }

  /** A column of categories by its number; one of {@code oneHot} has no separator. */
  Listed categoryColumn(int number) {
    return number < oneHot.size()
        ? new Listed(oneHot.get(number), 0, LIST)
        : multiHot.get(number - oneHot.size());
  }

  /** Adds categories while there are not too many. */
  private static final class CategoryCount {
    private final RowTable table;
    private int count;

    CategoryCount(RowTable table) {
      this.table = table;
    }

    void add(Set<String> known, int column, char[] text, int offset, int length) {
      if (length > FeatureEncoding.MAX_CATEGORY_LENGTH) {
        throw tooMany(
            column,
            text,
            offset,
            length,
            "a category has up to %d characters; set hash for text"
                .formatted(FeatureEncoding.MAX_CATEGORY_LENGTH));
      }
      if (known.add(new String(text, offset, length)) && ++count > FeatureEncoding.MAX_CATEGORIES) {
        throw tooMany(
            column,
            text,
            offset,
            length,
            "oneHot and multiHot may have %d categories; set hash for columns of more"
                .formatted(FeatureEncoding.MAX_CATEGORIES));
      }
    }

    private RuntimeException tooMany(int column, char[] text, int offset, int length, String rule) {
      return table.error(InputError.INPUT_TOO_MANY_CATEGORIES, column, text, offset, length, rule);
    }
  }

  /** Sums of columns. */
  private static final class Means {
    private final double[] sums;
    private final long[] counts;

    Means(int columns) {
      sums = new double[columns];
      counts = new long[columns];
    }

    void see(int at, RowTable table, int column, char[] text, int offset, int length) {
      if (!Numbers.missing(text, offset, length)) {
        sums[at] += Numbers.parseFloat(table, column, text, offset, length);
        counts[at]++;
      }
    }

    List<Float> values() {
      List<Float> means = new ArrayList<>();
      for (int i = 0; i < sums.length; i++) {
        means.add(counts[i] == 0 ? 0f : (float) (sums[i] / counts[i]));
      }
      return means;
    }
  }
}
