// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.entry;

import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * The catalog of a cluster: texts by path. What is there but is no text, or a text that its reader
 * does not understand, counts as absent; the node's log names its path. Safe for use by several
 * threads and nodes.
 */
public interface CatalogEntries {
  /** The text of a path. */
  Optional<String> text(String path);

  /** Says in the node's log that an entry is left out. */
  void unreadable(String path, String reason);

  /**
   * What the text of a path says.
   *
   * @param parser of path and text; throws {@link IllegalArgumentException} if it cannot read it
   */
  default <T> Optional<T> read(String path, BiFunction<String, String, T> parser) {
    return text(path).flatMap(text -> parse(path, text, parser));
  }

  /** What a text says that was read at a path; empty if the parser cannot read it. */
  default <T> Optional<T> parse(String path, String text, BiFunction<String, String, T> parser) {
    try {
      return Optional.of(parser.apply(path, text));
    } catch (IllegalArgumentException e) {
      unreadable(path, String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  /** True if something is at a path, readable or not. */
  boolean has(String path);

  /** Writes a text. */
  void put(String path, String text);

  /** Writes a text; the one before. */
  Optional<String> replace(String path, String text);

  /** Removes what is at a path; the text that was there. */
  Optional<String> remove(String path);

  /** All texts whose paths begin so, by path. */
  SortedMap<String, String> below(String prefix);

  /** What all texts say whose paths begin so, by path; what cannot be read is left out. */
  default <T> SortedMap<String, T> below(String prefix, BiFunction<String, String, T> parser) {
    SortedMap<String, T> all = new TreeMap<>();
    below(prefix)
        .forEach((path, text) -> parse(path, text, parser).ifPresent(it -> all.put(path, it)));
    return all;
  }

  /** A node that leaves may take a step with it: it is taken again, so it must bear that. */
  <T> T again(Supplier<T> step);

  /**
   * A step whose changes are made all or not at all. What it reads is locked until then; paths are
   * to be taken in their order, so that no two steps wait for each other. A step that was rolled
   * back has changed nothing, and is taken again.
   */
  <T> T atOnce(Supplier<T> step);
}
