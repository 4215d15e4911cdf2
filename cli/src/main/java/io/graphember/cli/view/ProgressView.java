// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.view;

/** How work that takes time is shown. Used by one thread. */
public interface ProgressView {
  /** Bars on a terminal, a line now and then elsewhere. */
  static ProgressView of(Console console) {
    return console.terminal() ? new BarView(console) : new LineView(console.err());
  }

  /** Shows a line. */
  void say(String line);

  /**
   * Begins to show a task; there is one at a time.
   *
   * @param name what is done
   * @param total steps of it
   * @param passing true if nobody misses it once it is over: its bar vanishes, and where there is
   *     no bar it is mentioned only if it takes long
   */
  Task begin(String name, long total, boolean passing);

  /** A task that is shown until it is closed. */
  interface Task extends AutoCloseable {
    /**
     * Some steps are done.
     *
     * @param done all steps done so far
     * @param note how it goes, may be empty
     */
    void done(long done, String note);

    @Override
    void close();
  }
}
