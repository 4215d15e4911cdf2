// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.count;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * Major page faults of this process since some moment: how often a thread waited until the kernel
 * had read a page of a mapped file from the disk, or one that was swapped out. The kernel counts
 * them for the whole process, whoever's pages they are: other jobs, Ignite and the JVM's own files
 * among them. One fault may bring pages behind it along, which cost no other then; a wait for a
 * page that is on its way already is not counted.
 *
 * <p>Known where the system has {@code /proc}, as Linux does; elsewhere it is not measured.
 * Immutable; safe for any thread.
 */
public final class PageFaults {
  private static final Path STAT = Path.of("/proc/self/stat");
  private static final int MAJOR = 9; // proc(5): field 12, of which 3 is the first behind the name

  private final OptionalLong before;

  private PageFaults(OptionalLong before) {
    this.before = before;
  }

  /** Those from now on. Reads a file of the kernel: microseconds. */
  public static PageFaults fromNow() {
    return new PageFaults(ofProcess());
  }

  /** How many there were until now; empty if they are not measured. */
  public OptionalLong count() {
    final OptionalLong now = ofProcess();
    return before.isPresent() && now.isPresent()
        ? OptionalLong.of(now.getAsLong() - before.getAsLong())
        : OptionalLong.empty();
  }

  /** How many there were since the process began; empty if they are not measured. */
  public static OptionalLong ofProcess() {
    try {
      return parse(Files.readString(STAT));
    } catch (IOException e) {
      return OptionalLong.empty();
    }
  }

  /**
   * The number in a line of the kernel.
   *
   * @param stat whose second field is a name in brackets, which may have blanks and brackets itself
   */
  static OptionalLong parse(String stat) {
    final String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
    try {
      return fields.length > MAJOR
          ? OptionalLong.of(Long.parseLong(fields[MAJOR]))
          : OptionalLong.empty();
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }
}
