// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.option;

import io.graphember.cli.error.CliError;
import io.graphember.cli.view.Console;
import io.graphember.ignite.wire.WireClasses;
import io.graphember.spi.error.GraphemberException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Writes the list of classes that the marshaller of a node may read. */
public final class WhiteListOptions {
  @Option(
      names = "--write-whitelist",
      paramLabel = "FILE",
      description =
          "Write a list of the classes that nodes read, for Ignite's IGNITE_MARSHALLER_WHITELIST, and look at nothing.")
  private @Nullable Path file;

  @Option(
      names = "--allow",
      paramLabel = "CLASS",
      split = ",",
      description =
          "With --write-whitelist: classes of your own that lie in caches or travel between nodes, or PACKAGE.* of them.")
  private List<String> allowed = List.of();

  @Spec(Target.MIXEE)
  private CommandSpec spec;

  /**
   * Writes the list if that is asked for; true if it was.
   *
   * @throws GraphemberException with code {@link CliError#OUTPUT_UNWRITABLE}
   */
  public boolean write(Console console) {
    if (file == null) {
      return false;
    }
    for (String name : allowed) {
      if (!WireClasses.isPattern(name)) {
        throw new ParameterException(
            spec.commandLine(),
            "--allow = %s: give the name of a class, or of a package followed by .*"
                .formatted(name));
      }
    }
    try {
      Files.writeString(file, WireClasses.list(allowed));
    } catch (IOException e) {
      throw new GraphemberException(
          CliError.OUTPUT_UNWRITABLE,
          "--write-whitelist = %s: cannot be written (%s); name a file in a folder that you may write to."
              .formatted(file, e),
          e);
    }
    console
        .out()
        .println(
            "Start every server node with -DIGNITE_MARSHALLER_WHITELIST=" + file.toAbsolutePath());
    return true;
  }
}
