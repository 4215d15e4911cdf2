// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.export;

import io.graphember.client.api.Publication;
import io.graphember.schema.KeyKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The columns of a table of results: those of keys, then texts, for classes {@code label} and
 * {@code class}, and then the numbers, for example {@code e0, e1, ...}.
 *
 * @param name of the results: what the names of their files begin with
 * @param kind what the results are
 * @param keys what keys are
 * @param others what the second keys of pairs are; empty if rows are not of pairs
 * @param width how many numbers a row has
 * @param classes names of the classes; none of other kinds
 */
record ResultColumns(
    String name,
    ResultKind kind,
    KeyKind keys,
    Optional<KeyKind> others,
    int width,
    PublishedClassNames classes) {
  static final String KEY = "key";
  static final String LABEL = "label";
  static final String CLASS = "class";

  /** The columns of a publication. */
  static ResultColumns of(
      ResultKind kind, Publication publication, int width, PublishedClassNames classes) {
    return new ResultColumns(
        publication.name(),
        kind,
        publication.keys(),
        kind.paired() ? Optional.of(publication.otherKeys()) : Optional.empty(),
        width,
        classes);
  }

  /** Name of a column of numbers. */
  String number(int column) {
    return kind.prefix() + column;
  }

  /** Names of all columns, in order. */
  List<String> names() {
    List<String> names = new ArrayList<>(kind.keys());
    names.addAll(kind.texts());
    if (kind.classified()) {
      names.addAll(List.of(LABEL, CLASS));
    }
    for (int column = 0; column < width; column++) {
      names.add(number(column));
    }
    return names;
  }
}
