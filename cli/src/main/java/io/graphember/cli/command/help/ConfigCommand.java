// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.command.help;

import io.graphember.cli.connect.ConnectionOptions;
import io.graphember.cli.option.VersionText;
import io.graphember.cli.report.ConnectionReport;
import io.graphember.cli.view.Console;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code config}. */
@Command(
    name = "config",
    description = {
      "Shows how commands connect to a cluster, and where each setting comes from.",
      "",
      "Options beat variables, which beat the file: ~/.config/graphember/client.yaml, or what"
          + " GRAPHEMBER_CONFIG names (empty for none). Variables are called like options:"
          + " GRAPHEMBER_CONNECT, GRAPHEMBER_USER, GRAPHEMBER_TRUST_STORE; settings of the file"
          + " connect, user, trustStore. Passwords are not shown."
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {"  graphember config", "  GRAPHEMBER_USER=ann graphember config"})
public final class ConfigCommand implements Callable<Integer> {
  private final Console console;

  @Mixin private ConnectionOptions connect;

  /** The command; it prints to a console. */
  public ConfigCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    ConnectionReport.of(connect.inForce(console)).print(console.out());
    return 0;
  }
}
