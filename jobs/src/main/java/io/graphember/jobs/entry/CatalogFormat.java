// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.entry;

/**
 * What the catalog is written in: the entry {@code format}, as JSON. Its version rises when an
 * older node would read an entry wrongly, or a value of a cache that has no version of its own.
 * Fields that are added need no new one: who does not know them leaves them out, and who misses
 * them has defaults.
 *
 * <p>Version 2 has records of jobs that wait, which version 1 takes for jobs that lost their
 * coordinator, and versions of graphs that stand on others, whose blocks version 1 would miss.
 *
 * @param version of the format of all entries, from 1
 * @param graphember version of Graphember that has raised it
 */
public record CatalogFormat(int version, String graphember) {
  /** What this version of Graphember reads and writes. */
  public static final int CURRENT = 2;

  static final String PATH = "format";

  /**
   * A format.
   *
   * @throws IllegalArgumentException if there is none of that version
   */
  public CatalogFormat {
    if (version < 1) {
      throw new IllegalArgumentException("its version is " + version);
    }
    graphember = graphember == null ? "unknown" : graphember;
  }
}
