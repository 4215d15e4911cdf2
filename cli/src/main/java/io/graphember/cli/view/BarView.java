// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.view;

import java.io.PrintStream;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Progress as a bar that moves. */
final class BarView implements ProgressView {
  private static final int UPDATE_MILLIS = 100;

  private final Console console;

  BarView(Console console) {
    this.console = console;
  }

  @Override
  public void say(String line) {
    console.err().println(line);
    console.err().flush();
  }

  @Override
  public Task begin(String name, long total, boolean passing) {
    ProgressBarBuilder builder =
        new ProgressBarBuilder()
            .setTaskName(name)
            .setInitialMax(total)
            .setStyle(ProgressBarStyle.ASCII)
            .setUpdateIntervalMillis(UPDATE_MILLIS)
            .hideEta()
            .setConsumer(new Line(console, passing));
    if (passing) {
      builder.clearDisplayOnFinish();
    }
    return new Bar(builder.build(), new TimeLeft(total));
  }

  /** The line of the terminal that a bar moves in; its width is given, not asked for. */
  private static final class Line extends ConsoleProgressBarConsumer {
    private final PrintStream err;
    private final boolean passing;

    Line(Console console, boolean passing) {
      super(console.err(), console.columns() - 1);
      this.err = console.err();
      this.passing = passing;
    }

    @Override
    public void close() {
      err.print(passing ? "\r" : System.lineSeparator());
      err.flush();
    }
  }

  private record Bar(ProgressBar bar, TimeLeft left) implements Task {
    @Override
    public void done(long done, String note) {
      bar.stepTo(done);
      final String text = left.with(done, note);
      bar.setExtraMessage(text.isEmpty() ? "" : " " + text);
    }

    @Override
    public void close() {
      bar.close();
    }
  }
}
