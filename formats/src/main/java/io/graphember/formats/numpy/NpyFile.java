// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.numpy;

import io.graphember.formats.file.InputFile;
import io.graphember.formats.file.InputFolder;
import io.graphember.spi.error.GraphemberException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;

/** An array in a {@code .npy} file of its own. */
record NpyFile(InputFile file) implements ArrayFile {
  @Override
  public String name() {
    return file.name();
  }

  @Override
  public long bytes() {
    return file.bytes();
  }

  @Override
  public InputStream open() throws IOException {
    return Files.newInputStream(file.path());
  }

  @Override
  public GraphemberException failed(IOException e) {
    try {
      file.requireWhole(Files.size(file.path()));
    } catch (IOException gone) {
      e.addSuppressed(gone);
    }
    return InputFolder.unreadable(file.name(), e);
  }
}
