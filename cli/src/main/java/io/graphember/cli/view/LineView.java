// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.view;

import java.io.PrintStream;
import java.time.Duration;

/** Progress as plain lines: at the end and at every tenth of a task. */
final class LineView implements ProgressView {
  private static final int TENTHS = 10;
  private static final int PERCENT = 100;

  /** Shortest time between two lines of a task that is only passing. */
  private static final long PASSING_NANOS = Duration.ofSeconds(5).toNanos();

  /** Above this a total is bytes or rows, and nobody wants to see all its digits. */
  private static final long MOST_STEPS = 100_000;

  private final PrintStream err;

  LineView(PrintStream err) {
    this.err = err;
  }

  @Override
  public void say(String line) {
    err.println(line);
    err.flush();
  }

  @Override
  public Task begin(String name, long total, boolean passing) {
    return new Lines(name, total, passing ? PASSING_NANOS : 0);
  }

  private final class Lines implements Task {
    private final String name;
    private final long total;
    private final long quietNanos;
    private final TimeLeft left;
    private long shownTenth;
    private long shownAt = System.nanoTime();

    Lines(String name, long total, long quietNanos) {
      this.name = name;
      this.total = total;
      this.quietNanos = quietNanos;
      this.left = new TimeLeft(total);
    }

    @Override
    public void done(long done, String how) {
      final String note = left.with(done, how);
      final long tenth = total <= 0 ? 0 : TENTHS * done / total;
      if (tenth <= shownTenth || System.nanoTime() - shownAt < quietNanos) {
        return;
      }
      shownTenth = tenth;
      shownAt = System.nanoTime();
      String progress =
          total <= MOST_STEPS
              ? "%d/%d".formatted(done, total)
              : "%d %%".formatted(PERCENT * done / total);
      say("%s: %s%s".formatted(name, progress, note.isEmpty() ? "" : ", " + note));
    }

    @Override
    public void close() {
      // what is worth a line was said
    }
  }
}
