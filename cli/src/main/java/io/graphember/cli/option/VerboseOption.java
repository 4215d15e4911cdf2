// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.option;

import picocli.CommandLine.Option;

/** The option {@code --verbose} of every command that runs something. */
public final class VerboseOption {
  public static final String NAME = "--verbose";

  @Option(
      names = NAME,
      description = "Show warnings of the libraries, and where an error came from.")
  private boolean verbose;

  public boolean verbose() {
    return verbose;
  }
}
