// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.option;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The option {@code --seeds} of commands that train. */
public final class SeedsOption {
  private static final int MOST = 10_000;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description = "Train with the seeds 0 to N-1 and report mean and deviation.")
  private @Nullable Integer seeds;

  /**
   * Seeds to run with, from 0 on; empty for the one of the file.
   *
   * @throws ParameterException if there are too few or too many
   */
  public Optional<Integer> count() {
    if (seeds != null && (seeds < 1 || seeds > MOST)) {
      throw new ParameterException(
          command.commandLine(), "--seeds = %d: must be 1 to %d".formatted(seeds, MOST));
    }
    return Optional.ofNullable(seeds);
  }
}
