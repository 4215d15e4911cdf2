// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.entry;

import io.graphember.client.api.Json;
import io.graphember.jobs.NodeError;
import io.graphember.spi.error.FormatVersion;
import io.graphember.spi.error.GraphemberException;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Supplier;

/**
 * A catalog that nobody touches before its {@link CatalogFormat} is known: a node that took newer
 * entries for none would destroy the caches that they point to. The first access looks for the
 * format, and says that of this version where there is none or an older one.
 */
public final class VersionedEntries implements CatalogEntries {
  private final CatalogEntries entries;
  private final String software;
  private volatile boolean known;

  /**
   * Entries of a catalog.
   *
   * @param entries themselves
   * @param software version of Graphember of this node
   */
  public VersionedEntries(CatalogEntries entries, String software) {
    this.entries = entries;
    this.software = software;
  }

  /**
   * Refuses a catalog that a later version of Graphember has written.
   *
   * @throws GraphemberException with code {@link NodeError#FORMAT_UNKNOWN}
   */
  public void require() {
    if (!known) {
      if (format().map(CatalogFormat::version).orElse(0) < CatalogFormat.CURRENT) {
        entries.again(() -> entries.atOnce(this::raise));
      }
      known = true;
    }
  }

  private Optional<CatalogFormat> format() {
    Optional<CatalogFormat> found =
        entries.read(CatalogFormat.PATH, (path, text) -> Json.read(text, CatalogFormat.class));
    found
        .filter(format -> format.version() > CatalogFormat.CURRENT)
        .ifPresent(
            format -> {
              throw new GraphemberException(
                  NodeError.FORMAT_UNKNOWN,
                  "The catalog of the cluster was written by Graphember %s, this node has %s: %s."
                      .formatted(
                          format.graphember(),
                          software,
                          FormatVersion.unknown(format.version(), CatalogFormat.CURRENT)));
            });
    return found;
  }

  /** Under the lock of the entry: another node may have raised it meanwhile. */
  private boolean raise() {
    final boolean older = format().map(CatalogFormat::version).orElse(0) < CatalogFormat.CURRENT;
    if (older) {
      entries.put(
          CatalogFormat.PATH, Json.write(new CatalogFormat(CatalogFormat.CURRENT, software)));
    }
    return older;
  }

  private CatalogEntries checked() {
    require();
    return entries;
  }

  @Override
  public Optional<String> text(String path) {
    return checked().text(path);
  }

  @Override
  public void unreadable(String path, String reason) {
    entries.unreadable(path, reason);
  }

  @Override
  public boolean has(String path) {
    return checked().has(path);
  }

  @Override
  public void put(String path, String text) {
    checked().put(path, text);
  }

  @Override
  public Optional<String> replace(String path, String text) {
    return checked().replace(path, text);
  }

  @Override
  public Optional<String> remove(String path) {
    return checked().remove(path);
  }

  @Override
  public SortedMap<String, String> below(String prefix) {
    return checked().below(prefix);
  }

  @Override
  public <T> T again(Supplier<T> step) {
    return checked().again(step);
  }

  @Override
  public <T> T atOnce(Supplier<T> step) {
    return checked().atOnce(step);
  }
}
