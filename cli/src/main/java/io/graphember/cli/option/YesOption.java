// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.option;

import picocli.CommandLine.Option;

/** The option {@code --yes} of commands that ask before they delete. */
public final class YesOption {
  static final String NAME = "--yes";

  @Option(names = NAME, description = "Do not ask; scripts need it.")
  private boolean yes;

  boolean yes() {
    return yes;
  }
}
