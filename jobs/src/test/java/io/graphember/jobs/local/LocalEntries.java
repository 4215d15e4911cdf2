// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.local;

import io.graphember.jobs.entry.CatalogEntries;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/** The catalog of the cluster: a step holds the lock and is undone if it fails. */
final class LocalEntries implements CatalogEntries {
  private SortedMap<String, String> texts = new TreeMap<>();

  @Override
  public synchronized Optional<String> text(String path) {
    return Optional.ofNullable(texts.get(path));
  }

  @Override
  public void unreadable(String path, String reason) {
    throw new AssertionError(path + ": " + reason);
  }

  @Override
  public synchronized boolean has(String path) {
    return texts.containsKey(path);
  }

  @Override
  public synchronized void put(String path, String text) {
    texts.put(path, text);
  }

  @Override
  public synchronized Optional<String> replace(String path, String text) {
    return Optional.ofNullable(texts.put(path, text));
  }

  @Override
  public synchronized Optional<String> remove(String path) {
    return Optional.ofNullable(texts.remove(path));
  }

  @Override
  public synchronized SortedMap<String, String> below(String prefix) {
    return new TreeMap<>(texts.subMap(prefix, prefix + Character.MAX_VALUE));
  }

  @Override
  public <T> T again(Supplier<T> step) {
    return step.get();
  }

  @Override
  public synchronized <T> T atOnce(Supplier<T> step) {
    SortedMap<String, String> before = new TreeMap<>(texts);
    try {
      return step.get();
    } catch (RuntimeException | Error e) {
      texts = before;
      throw e;
    }
  }
}
