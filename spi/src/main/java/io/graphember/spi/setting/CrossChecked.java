// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.setting;

/**
 * A settings record with rules that join several settings. Called once after each setting by itself
 * is right.
 */
public interface CrossChecked {
  /** Complains about every setting that does not go with the others. */
  void check(Complaints complaints);

  /** Takes complaints into the one report. */
  @FunctionalInterface
  interface Complaints {
    /**
     * Adds a problem.
     *
     * @param setting path of the setting seen from the record, for example {@code edges.file}
     * @param rule what it must be, for example {@code is needed with type: csv}
     */
    void add(String setting, String rule);
  }
}
