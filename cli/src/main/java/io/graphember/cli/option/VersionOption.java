// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.option;

import picocli.CommandLine.Option;

/** The option {@code --graph-version}; {@code --version} is that of the program. */
public final class VersionOption {
  public static final String NAME = "--graph-version";

  @Option(
      names = NAME,
      paramLabel = "N",
      description = "One version of the graph, as 'graphs' lists it.")
  private Long version;

  /** The version, or null if none is named. */
  public Long version() {
    return version;
  }
}
