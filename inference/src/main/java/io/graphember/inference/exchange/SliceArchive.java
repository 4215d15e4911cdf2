// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.exchange;

import io.graphember.inference.InferenceError;
import io.graphember.spi.error.GraphemberException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * The files of a folder of slices on their way to a node: a ZIP file with an entry for each, by its
 * name, in the order of names. At most {@value #MOST_FILES} files and 64 MiB together.
 */
final class SliceArchive {
  private static final int MOST_FILES = 32;
  private static final int MOST_BYTES = 64 << 20;
  private static final int MOST_ARCHIVE_BYTES = MOST_BYTES + (1 << 20); // what packing may add
  private static final LocalDateTime ANY_TIME = LocalDateTime.of(2000, 1, 1, 0, 0);

  private SliceArchive() {}

  /** The manifest and the models of a folder; other files stay where they are. */
  static SortedMap<String, byte[]> read(Path folder) {
    SortedMap<String, byte[]> files = new TreeMap<>();
    try (Stream<Path> all = Files.list(folder)) {
      for (Path file : all.filter(SliceArchive::isPart).sorted().toList()) {
        try (InputStream in = Files.newInputStream(file)) {
          put(folder.toString(), files, file.getFileName().toString(), in);
        }
      }
    } catch (IOException e) {
      throw new GraphemberException(
          InferenceError.SLICE_MISSING,
          "The folder of slices %s cannot be read: it must be a folder with a file %s."
              .formatted(folder, ImportedSlices.MANIFEST),
          e);
    }
    return files;
  }

  private static boolean isPart(Path file) {
    final String name = file.getFileName().toString();
    return Files.isRegularFile(file)
        && (name.equals(ImportedSlices.MANIFEST) || name.endsWith(".onnx"));
  }

  private static void put(String where, Map<String, byte[]> files, String name, InputStream in)
      throws IOException {
    final long before = files.values().stream().mapToLong(file -> file.length).sum();
    final byte[] bytes = in.readNBytes((int) (MOST_BYTES - before) + 1);
    if (before + bytes.length > MOST_BYTES || files.size() == MOST_FILES) {
      throw new GraphemberException(
          InferenceError.SLICE_TOO_LARGE,
          "The slices %s are more than %d files or %d MiB together, with file %s."
              .formatted(where, MOST_FILES, MOST_BYTES >> 20, name));
    }
    files.put(name, bytes);
  }

  static byte[] encode(SortedMap<String, byte[]> files) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        ZipEntry entry = new ZipEntry(file.getKey());
        entry.setTimeLocal(ANY_TIME);
        zip.putNextEntry(entry);
        zip.write(file.getValue());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e); // nothing is written to
    }
    return bytes.toByteArray();
  }

  static SortedMap<String, byte[]> decode(byte[] archive) {
    if (archive.length > MOST_ARCHIVE_BYTES) {
      throw new GraphemberException(
          InferenceError.SLICE_TOO_LARGE,
          "The slices that a client sent have %d bytes, at most %d are read."
              .formatted(archive.length, MOST_ARCHIVE_BYTES));
    }
    SortedMap<String, byte[]> files = new TreeMap<>();
    try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(archive))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        put("that a client sent", files, entry.getName(), zip);
      }
    } catch (IOException | IllegalArgumentException e) {
      throw new GraphemberException(
          InferenceError.SLICE_MALFORMED,
          "The slices that a client sent are damaged: %s.".formatted(e.getMessage()),
          e);
    }
    return files;
  }
}
