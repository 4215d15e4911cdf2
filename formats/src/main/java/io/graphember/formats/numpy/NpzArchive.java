// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.numpy;

import io.graphember.config.NearestName;
import io.graphember.formats.file.InputFile;
import io.graphember.formats.file.InputFolder;
import io.graphember.schema.InputError;
import io.graphember.spi.error.GraphemberException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * Arrays in a {@code .npz} archive, read entry by entry as they are needed.
 *
 * <p>An entry is refused if it would inflate beyond {@value #MAX_ENTRY_BYTES} bytes, or beyond
 * {@value #FREE_BYTES} and more than {@value #MAX_RATIO} times what is stored: no graph looks like
 * that, a zip bomb does.
 */
final class NpzArchive implements AutoCloseable {
  /** Largest entry: 16 GiB. */
  static final long MAX_ENTRY_BYTES = 1L << 34;

  /** Entries up to 256 MiB may be stored in as few bytes as they like. */
  static final long FREE_BYTES = 1L << 28;

  /** Largest ratio of an entry above {@link #FREE_BYTES}. */
  static final long MAX_RATIO = 200;

  private static final String SUFFIX = ".npy";

  private final InputFile file;
  private final ZipFile zip;

  NpzArchive(InputFile file) {
    this.file = file;
    try {
      zip = new ZipFile(file.path().toFile());
    } catch (IOException e) {
      throw failed(e, file.name());
    }
  }

  /** True if there is an array of that name. */
  boolean has(String array) {
    return zip.getEntry(array + SUFFIX) != null;
  }

  /** An array by its name. */
  ArrayFile array(String name) {
    ZipEntry entry = zip.getEntry(name + SUFFIX);
    if (entry == null) {
      List<String> names =
          zip.stream()
              .map(ZipEntry::getName)
              .filter(n -> n.endsWith(SUFFIX))
              .map(n -> n.substring(0, n.length() - SUFFIX.length()))
              .limit(100)
              .toList();
      throw new GraphemberException(
          InputError.INPUT_MISSING,
          "%s: there is no array %s in it%s."
              .formatted(
                  file.name(),
                  name,
                  NearestName.of(name, names)
                      .map(known -> ", the nearest name is " + known)
                      .orElse("")));
    }
    final long bytes = entry.getSize();
    final long stored = Math.max(1, entry.getCompressedSize());
    if (bytes < 0
        || bytes > MAX_ENTRY_BYTES
        || (bytes > FREE_BYTES && bytes / stored > MAX_RATIO)) {
      throw new GraphemberException(
          InputError.INPUT_ZIP_BOMB,
          ("%s, %s: the entry would inflate from %d bytes to %d; the limit is %d bytes, and %d times"
                  + " what is stored above %d bytes.")
              .formatted(
                  file.name(),
                  entry.getName(),
                  stored,
                  bytes,
                  MAX_ENTRY_BYTES,
                  MAX_RATIO,
                  FREE_BYTES));
    }
    return new Entry(entry);
  }

  private GraphemberException failed(IOException e, String name) {
    try {
      file.requireWhole(Files.size(file.path()));
    } catch (IOException gone) {
      e.addSuppressed(gone);
    }
    if (e instanceof ZipException || e instanceof EOFException) {
      return new GraphemberException(
          InputError.INPUT_DAMAGED, name + ": the archive is damaged or no zip file.", e);
    }
    return InputFolder.unreadable(name, e);
  }

  @Override
  public void close() {
    try {
      zip.close();
    } catch (IOException e) {
      throw failed(e, file.name());
    }
  }

  private final class Entry implements ArrayFile {
    private final ZipEntry entry;

    Entry(ZipEntry entry) {
      this.entry = entry;
    }

    @Override
    public String name() {
      return file.name() + ", " + entry.getName();
    }

    @Override
    public long bytes() {
      return entry.getSize();
    }

    @Override
    public InputStream open() throws IOException {
      return zip.getInputStream(entry);
    }

    @Override
    public GraphemberException failed(IOException e) {
      return NpzArchive.this.failed(e, name());
    }
  }
}
