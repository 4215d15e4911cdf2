// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.error;

/**
 * What is said of stored bytes whose format has a version that a reader does not know. Every stored
 * format begins with its version, so that no version is read as another.
 */
public final class FormatVersion {
  private FormatVersion() {}

  /**
   * Half a sentence: the version found, the one that is known, and the remedy.
   *
   * @param found version of the bytes
   * @param known newest version that the reader knows
   */
  public static String unknown(int found, int known) {
    return "it has version %d of its format and this node reads version %d; start the nodes with the version of Graphember that wrote it%s"
        .formatted(found, known, found > known ? " or a later one" : ", or make it again");
  }
}
