// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.view;

import java.time.Duration;
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
  public Task begin(String name, long total, Duration quiet) {
    // The width is given: the library would open the terminal to ask for it.
    ProgressBar bar =
        new ProgressBarBuilder()
            .setTaskName(name)
            .setInitialMax(total)
            .setStyle(ProgressBarStyle.ASCII)
            .setUpdateIntervalMillis(UPDATE_MILLIS)
            .hideEta()
            .setConsumer(new ConsoleProgressBarConsumer(console.err(), console.columns() - 1))
            .build();
    return new Bar(bar);
  }

  private record Bar(ProgressBar bar) implements Task {
    @Override
    public void done(long done, String note) {
      bar.stepTo(done);
      bar.setExtraMessage(note.isEmpty() ? "" : " " + note);
    }

    @Override
    public void close() {
      bar.close();
    }
  }
}
