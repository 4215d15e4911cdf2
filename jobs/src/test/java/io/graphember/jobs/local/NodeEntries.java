// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.local;

import io.graphember.jobs.entry.CatalogEntries;
import java.util.Optional;
import java.util.SortedMap;
import java.util.UUID;
import java.util.function.Supplier;

/** The catalog as one node sees it, as long as that is in the cluster. */
record NodeEntries(LocalCluster cluster, UUID node) implements CatalogEntries {
  private LocalEntries entries() {
    cluster.requireAlive(node);
    return cluster.entries();
  }

  @Override
  public Optional<String> text(String path) {
    return entries().text(path);
  }

  @Override
  public void unreadable(String path, String reason) {
    entries().unreadable(path, reason);
  }

  @Override
  public boolean has(String path) {
    return entries().has(path);
  }

  @Override
  public void put(String path, String text) {
    entries().put(path, text);
  }

  @Override
  public Optional<String> replace(String path, String text) {
    return entries().replace(path, text);
  }

  @Override
  public Optional<String> remove(String path) {
    return entries().remove(path);
  }

  @Override
  public SortedMap<String, String> below(String prefix) {
    return entries().below(prefix);
  }

  @Override
  public <T> T again(Supplier<T> step) {
    return entries().again(step);
  }

  @Override
  public <T> T atOnce(Supplier<T> step) {
    return entries().atOnce(step);
  }
}
