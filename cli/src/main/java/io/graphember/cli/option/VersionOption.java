// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.option;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option {@code --graph-version}; {@code --version} is that of the program. */
public final class VersionOption {
  public static final String NAME = "--graph-version";

  @Option(
      names = NAME,
      paramLabel = "N",
      description = "One version of the graph, as 'graphs' lists it.")
  private @Nullable Long version;

  /** The version; empty if none is named. */
  public Optional<Long> version() {
    return Optional.ofNullable(version);
  }
}
