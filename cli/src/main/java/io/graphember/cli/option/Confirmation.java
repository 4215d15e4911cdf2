// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.option;

import io.graphember.cli.error.CliError;
import io.graphember.cli.view.Console;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;

/** Asks before something is deleted. */
public final class Confirmation {
  private final Console console;
  private final Cancellation cancellation;
  private final boolean yes;

  /**
   * Questions of one command.
   *
   * @param yes true if the command line has answered them all
   */
  public Confirmation(Console console, Cancellation cancellation, YesOption yes) {
    this.console = console;
    this.cancellation = cancellation;
    this.yes = yes.yes();
  }

  /**
   * Goes on if somebody says yes.
   *
   * @param what is deleted, for example {@code "graph cora"}
   * @throws GraphemberException with code {@link CliError#CONFIRMATION_MISSING} if nobody can be
   *     asked, {@link SpiError#CANCELLED} if the answer is no
   */
  public void require(String what) {
    if (!yes && !asked("Drop " + what + "?", "drop " + what)) {
      throw new GraphemberException(SpiError.CANCELLED, "Nothing was dropped.");
    }
  }

  /**
   * The same for what is not deleted but forgotten.
   *
   * @param node consistent id of the node that is forgotten
   */
  public void requireForgetting(String node) {
    if (!yes && !asked("Forget node " + node + "?", "forget node " + node)) {
      throw new GraphemberException(SpiError.CANCELLED, "Nothing was forgotten.");
    }
  }

  /**
   * Asks whether more is to be deleted; false where the command line has answered all questions.
   */
  public boolean also(String question) {
    return !yes && asked(question, "drop more");
  }

  private boolean asked(String question, String deed) {
    String answer =
        console
            .answers()
            .ask(question + " [y/N] ", cancellation)
            .orElseThrow(
                () ->
                    new GraphemberException(
                        CliError.CONFIRMATION_MISSING,
                        "Nobody is here to ask whether to %s: add %s."
                            .formatted(deed, YesOption.NAME)));
    return answer.strip().equalsIgnoreCase("y") || answer.strip().equalsIgnoreCase("yes");
  }
}
