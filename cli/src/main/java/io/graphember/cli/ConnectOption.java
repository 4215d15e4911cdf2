// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli;

import picocli.CommandLine.Option;

/** The option {@code --connect} of commands that look at a running cluster. */
final class ConnectOption {
  static final String DEFAULT = "127.0.0.1:10800";

  @Option(
      names = "--connect",
      paramLabel = "HOST:PORT",
      defaultValue = DEFAULT,
      description = "A node of the cluster; " + DEFAULT + " by default.")
  private String address;

  String address() {
    return address;
  }
}
