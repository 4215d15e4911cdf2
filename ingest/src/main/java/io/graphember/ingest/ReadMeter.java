// SPDX-License-Identifier: Apache-2.0
package io.graphember.ingest;

import io.graphember.spi.Cancellation;
import java.util.List;

/** Adds up what several files have given, reports it, and looks whether to go on. */
final class ReadMeter {
  private final ReadProgress progress;
  private final Cancellation cancellation;
  private final long total;
  private long done;

  ReadMeter(ReadProgress progress, Cancellation cancellation, long total) {
    this.progress = progress;
    this.cancellation = cancellation;
    this.total = total;
  }

  /** A meter over the bytes of files. */
  static ReadMeter of(ReadProgress progress, Cancellation cancellation, List<InputFile> files) {
    return new ReadMeter(progress, cancellation, files.stream().mapToLong(InputFile::bytes).sum());
  }

  /** A meter for a look at the first row, which nobody waits for. */
  static ReadMeter silent() {
    return new ReadMeter(ReadProgress.NONE, Cancellation.NEVER, 0);
  }

  /** Reports that more was read, and leaves if the work should stop. */
  void advance(String file, long more) {
    cancellation.check();
    done += more;
    progress.read(file, Math.min(done, total), total);
  }
}
