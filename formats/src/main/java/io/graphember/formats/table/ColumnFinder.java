// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.table;

import io.graphember.config.NearestName;
import io.graphember.schema.InputError;
import io.graphember.spi.error.GraphemberException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Finds columns by what the settings call them: a name in the header or a number from 1. */
public final class ColumnFinder {
  private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");
  private static final Pattern RANGE = Pattern.compile("(\\d{1,9})\\.\\.(\\d{1,9})");

  private static final int NAMES_LISTED = 20;

  private final String file;
  private final List<String> names;
  private final int columns;
  private final UnaryOperator<String> spelling; // of references, as of names
  private final Supplier<String> remedy; // for a column that is not there, from a semicolon on

  /**
   * Makes a finder.
   *
   * @param file how messages call the file
   * @param names names of the columns, empty without a header
   * @param columns number of columns
   */
  public ColumnFinder(String file, List<String> names, int columns) {
    this(file, names, columns, UnaryOperator.identity(), () -> "");
  }

  private ColumnFinder(
      String file,
      List<String> names,
      int columns,
      UnaryOperator<String> spelling,
      Supplier<String> remedy) {
    this.remedy = remedy;
    this.spelling = spelling;
    this.file = file;
    this.names = names;
    this.columns = columns;
  }

  /** A finder for which a small letter is as good as a capital one, as in SQL. */
  public static ColumnFinder ofAnyCase(String table, List<String> names) {
    List<String> small = names.stream().map(ColumnFinder::small).toList();
    return new ColumnFinder(table, small, names.size(), ColumnFinder::small, () -> "");
  }

  private static String small(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  /**
   * A finder for text.
   *
   * @param remedy what to do if a column is not there, from a semicolon on
   */
  public static ColumnFinder ofText(
      String file, List<String> names, int columns, Supplier<String> remedy) {
    return new ColumnFinder(file, names, columns, UnaryOperator.identity(), remedy);
  }

  /**
   * Index of the column, from 0; -1 if the reference is null.
   *
   * @throws GraphemberException with code {@link InputError#INPUT_COLUMN_MISSING} or {@link
   *     InputError#INPUT_COLUMN_AMBIGUOUS}
   */
  public int find(@Nullable String given) {
    if (given == null) {
      return -1;
    }
    final String reference = spelling.apply(given);
    final int named = names.indexOf(reference);
    if (named >= 0) {
      if (names.lastIndexOf(reference) != named) {
        throw ambiguous(reference, "stands in the header twice; give the column by its number");
      }
      return named;
    }
    if (NUMBER.matcher(reference).matches()) {
      return numbered(reference, Integer.parseInt(reference));
    }
    throw missing(reference);
  }

  private int numbered(String reference, int number) {
    if (number < 1 || number > columns) {
      throw missing(reference);
    }
    return number - 1;
  }

  /**
   * Indices of feature columns in the order of the references.
   *
   * @param references names, numbers, ranges of numbers, patterns with * and ?
   * @param taken columns that a pattern leaves out
   */
  List<Integer> findAll(List<String> references, Set<Integer> taken) {
    Set<Integer> found = new LinkedHashSet<>();
    for (String given : references) {
      final String reference = spelling.apply(given);
      for (int column : matching(reference, taken)) {
        if (!found.add(column)) {
          throw ambiguous(reference, "names column " + (column + 1) + " a second time");
        }
      }
    }
    return List.copyOf(found);
  }

  /** Names of columns, their numbers from 1 where they have none. */
  List<String> names(List<Integer> some) {
    return some.stream()
        .map(column -> names.isEmpty() ? Integer.toString(column + 1) : names.get(column))
        .toList();
  }

  private List<Integer> matching(String reference, Set<Integer> taken) {
    Matcher range = RANGE.matcher(reference);
    if (range.matches()) {
      final int first = numbered(reference, Integer.parseInt(range.group(1)));
      final int last = numbered(reference, Integer.parseInt(range.group(2)));
      if (last < first) {
        throw missing(reference);
      }
      return IntStream.rangeClosed(first, last).boxed().toList();
    }
    if (names.contains(reference) || !reference.matches(".*[*?].*")) {
      return List.of(find(reference));
    }
    Pattern pattern =
        Pattern.compile(
            Pattern.quote(reference).replace("*", "\\E.*\\Q").replace("?", "\\E.\\Q"),
            Pattern.DOTALL);
    List<Integer> found = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      if (!taken.contains(i) && pattern.matcher(names.get(i)).matches()) {
        found.add(i);
      }
    }
    if (found.isEmpty()) {
      throw missing(reference);
    }
    return found;
  }

  private GraphemberException missing(String reference) {
    return new GraphemberException(
        InputError.INPUT_COLUMN_MISSING,
        "%s:1: there is no column %s%s; %s%s."
            .formatted(
                file,
                reference,
                NearestName.of(reference, names).map(n -> ", the nearest is " + n).orElse(""),
                present(),
                remedy.get()));
  }

  private String present() {
    if (names.isEmpty()) {
      return columns == 0 ? "the file is empty" : "columns are numbered 1 to " + columns;
    }
    final int listed = Math.min(NAMES_LISTED, names.size());
    return "the columns are "
        + String.join(", ", names.subList(0, listed))
        + (listed < names.size() ? " and " + (names.size() - listed) + " more" : "");
  }

  private GraphemberException ambiguous(String reference, String rule) {
    return new GraphemberException(
        InputError.INPUT_COLUMN_AMBIGUOUS, file + ":1: column " + reference + " " + rule + ".");
  }
}
