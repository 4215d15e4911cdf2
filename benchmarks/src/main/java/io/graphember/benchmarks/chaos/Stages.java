// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** How long the stages of a round took. */
final class Stages {
  private final List<String> stages = new ArrayList<>();
  private long began = System.nanoTime();

  /** A stage ends here, and the next one begins. */
  void end(String name) {
    final long now = System.nanoTime();
    stages.add(String.format(Locale.ROOT, "%s %.1f s", name, (now - began) / 1e9));
    began = now;
  }

  @Override
  public String toString() {
    return String.join(", ", stages);
  }
}
