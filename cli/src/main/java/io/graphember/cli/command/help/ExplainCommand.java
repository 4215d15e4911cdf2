// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.command.help;

import io.graphember.cli.explain.Explanation;
import io.graphember.cli.explain.Explanations;
import io.graphember.cli.option.VersionText;
import io.graphember.cli.view.Console;
import io.graphember.config.NearestName;
import io.graphember.spi.error.ErrorCode;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code explain}. */
@Command(
    name = "explain",
    description = {
      "Prints what the code of an error means and what to do about it.",
      "",
      "Without a code it lists all codes."
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {"  graphember explain REGION_FULL", "  graphember explain"})
public final class ExplainCommand implements Callable<Integer> {
  private static final String LINE = "%-26s %s";

  private final Console console;

  @Parameters(
      arity = "0..1",
      paramLabel = "CODE",
      description = "The word behind 'error', in any case.")
  private @Nullable String code;

  @Spec private CommandSpec command;

  /** The command; it prints to a console. */
  public ExplainCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    final Explanations explanations = Explanations.read();
    if (code == null) {
      Explanations.everyCode()
          .forEach(
              each ->
                  console
                      .out()
                      .println(LINE.formatted(each.name(), explanations.of(each).means())));
    } else {
      final ErrorCode asked = find(code.toUpperCase(Locale.ROOT));
      final Explanation explanation = explanations.of(asked);
      console
          .out()
          .println("%s, exit code %d".formatted(asked.name(), asked.category().exitCode()));
      console.out().println(explanation.means());
      console.out().println("What to do: " + explanation.remedy());
    }
    return 0;
  }

  private ErrorCode find(String name) {
    final List<ErrorCode> all = Explanations.everyCode();
    return all.stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow(() -> unknown(name, all.stream().map(ErrorCode::name).toList()));
  }

  private ParameterException unknown(String name, List<String> names) {
    return new ParameterException(
        command.commandLine(),
        "CODE = %s: there is no such code%s"
            .formatted(
                name,
                NearestName.of(name, names)
                    .map(nearest -> "; did you mean %s?".formatted(nearest))
                    .orElse("; graphember explain lists all")));
  }
}
