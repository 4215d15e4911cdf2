// SPDX-License-Identifier: Apache-2.0
package io.graphember.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.graphember.spi.error.GraphemberException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;

/** Writes input files and reads them back wrongly. */
final class InputFiles {
  private InputFiles() {}

  static void write(Path folder, String below, String text) {
    write(folder, below, text.getBytes(StandardCharsets.UTF_8));
  }

  static void write(Path folder, String below, byte[] bytes) {
    try {
      Path file = folder.resolve(below);
      Files.createDirectories(file.getParent());
      Files.write(file, below.endsWith(".gz") ? gzip(bytes) : bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }

  /** Expects a source to refuse its files with this code and message. */
  static void refused(Path base, String yaml, IngestError code, String message) {
    GraphemberException e =
        catchThrowableOfType(GraphemberException.class, () -> Recorder.read(base, yaml));
    assertThat(e).hasMessage(message);
    assertThat(e.is(code)).as(e.code()).isTrue();
  }
}
