// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.catalog;

import io.graphember.jobs.entry.CatalogEntries;
import io.graphember.jobs.majority.Majority;
import io.graphember.tensor.checkpoint.ManifestFormat;
import java.util.Base64;
import java.util.Optional;

/**
 * The last complete checkpoint in each cache: entries {@code manifest/CACHE} and {@code
 * progress/CACHE} of the catalog, see {@link GraphCatalog}. Safe for use by several threads and
 * nodes.
 */
final class Manifests {
  private static final String MANIFEST = "manifest/";
  private static final String PROGRESS = "progress/";

  private final CatalogEntries entries;
  private final Majority majority;

  /** Manifests that become current with a majority. */
  Manifests(CatalogEntries entries, Majority majority) {
    this.entries = entries;
    this.majority = majority;
  }

  /** Keeps the manifest of the last complete checkpoint in a cache. */
  void put(String cache, byte[] manifest) {
    entries.again(
        () -> {
          majority.require("The checkpoint in cache " + cache);
          entries.put(MANIFEST + cache, text(manifest));
          return true;
        });
  }

  /**
   * The same with what the coordinator of the job has counted until then.
   *
   * @param progress JSON
   */
  void put(String cache, byte[] manifest, String progress) {
    entries.again(
        () ->
            entries.atOnce(
                () -> {
                  entries.put(MANIFEST + cache, text(manifest));
                  entries.put(PROGRESS + cache, progress);
                  majority.require("The checkpoint in cache " + cache);
                  return true;
                }));
  }

  private static String text(byte[] manifest) {
    return Base64.getEncoder().encodeToString(manifest);
  }

  /** True if a cache has a complete checkpoint. */
  boolean has(String cache) {
    return entries.has(MANIFEST + cache);
  }

  /** The manifest of the last complete checkpoint in a cache. */
  Optional<byte[]> of(String cache) {
    return entries.read(MANIFEST + cache, (path, text) -> Base64.getDecoder().decode(text));
  }

  /** Steps of the last complete checkpoint in a cache. */
  Optional<Long> step(String cache) {
    return of(cache).map(manifest -> ManifestFormat.decode(manifest).step());
  }

  /** What the coordinator of a job had counted at the last complete checkpoint in a cache. */
  Optional<String> progress(String cache) {
    return entries.text(PROGRESS + cache);
  }

  /** Forgets what was known of a cache. */
  static void forget(CatalogEntries entries, String cache) {
    entries.remove(MANIFEST + cache);
    entries.remove(PROGRESS + cache);
  }
}
