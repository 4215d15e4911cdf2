// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.export;

import io.graphember.inference.zarr.ZarrArchive;
import io.graphember.schema.KeyKind;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Results as a group of Zarr arrays in one file: the numbers as a matrix {@code rows}, and {@code
 * keys} in the order of its rows, integers or texts; of pairs also {@code others}, the keys of the
 * other vertices; other texts by their names. Names of classes are not written: {@link NpyResults}
 * writes them.
 */
final class ZarrResults implements ExportWriter {
  static final String ENDING = ".zarr.zip";

  private final ZarrArchive archive;
  private final ZarrArchive.Floats rows;
  private final Keys keys;
  private final List<ZarrArchive.Texts> texts;
  private final Optional<Keys> others; // empty if rows are not of pairs

  ZarrResults(ResultColumns columns, DraftFolder folder) throws IOException {
    archive = ZarrArchive.create(folder.draft(columns.name() + ENDING), columns.width());
    rows = archive.floats("rows", columns.width());
    keys = keys(columns.keys(), "keys");
    texts = columns.kind().texts().stream().map(archive::texts).toList();
    others = columns.others().map(kind -> keys(kind, "others"));
  }

  /** Writes keys one after the other. */
  @FunctionalInterface
  private interface Keys {
    void write(Object key) throws IOException;
  }

  private Keys keys(KeyKind kind, String name) {
    if (kind == KeyKind.INT64) {
      ZarrArchive.Integers integers = archive.integers(name);
      return key -> integers.add((Long) key);
    }
    ZarrArchive.Texts texts = archive.texts(name);
    return key -> texts.add(key.toString());
  }

  @Override
  public void write(ResultRow row) throws IOException {
    rows.add(row.numbers());
    keys.write(row.key());
    for (int i = 0; i < texts.size(); i++) {
      texts.get(i).add(row.texts().get(i));
    }
    if (others.isPresent()) {
      others.get().write(row.other());
    }
  }

  @Override
  public void close() throws IOException {
    archive.close();
  }
}
