// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.cluster;

/** The log of a node. Safe for use by several threads. */
public interface NodeLog {
  /** What happens. */
  void info(String text);

  /** Something that an administrator should know of. */
  void warning(String text);

  /** Something that needs an administrator. */
  void error(String text);

  /** The same, with where it comes from. */
  void error(String text, Throwable cause);
}
