// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.zarr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** The Python of the machine, if it has one. */
final class Python {
  private Python() {}

  static void assumeZarr() throws Exception {
    assumeTrue(said("import zarr, numcodecs.blosc").isEmpty(), "python3-zarr is not installed");
  }

  /** What a program says; by the Python of Debian's packages, wherever another one is first. */
  static String said(String program) throws Exception {
    String python = Files.exists(Path.of("/usr/bin/python3")) ? "/usr/bin/python3" : "python3";
    Process process;
    try {
      process = new ProcessBuilder(python, "-c", program).redirectErrorStream(true).start();
    } catch (IOException e) {
      return e.toString();
    }
    byte[] said = process.getInputStream().readAllBytes();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return new String(said, StandardCharsets.UTF_8);
  }
}
