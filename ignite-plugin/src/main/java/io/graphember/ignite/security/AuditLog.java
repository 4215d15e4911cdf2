// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.security;

import io.graphember.spi.security.Action;
import io.graphember.spi.security.Caller;
import io.graphember.spi.security.Target;
import org.apache.ignite.IgniteLogger;

/**
 * What was done and refused: lines of the logger {@value #CATEGORY}, which dates them. Text of
 * callers cannot end a line. Safe for use by several threads.
 *
 * <pre>
 * permitted user=ann from=10.0.0.7:51234 operation=[submit] target=[job cora-gcn of graph cora]
 * </pre>
 */
final class AuditLog {
  /** Category of the logger. */
  static final String CATEGORY = "graphember.audit";

  private final IgniteLogger log;

  /** The audit log beside a node's log. */
  AuditLog(IgniteLogger log) {
    this.log = log.getLogger(CATEGORY);
  }

  /** Writes a line. */
  void write(Caller caller, Action operation, Target target, boolean permitted) {
    final String line =
        "%s user=%s from=%s operation=[%s] target=[%s]"
            .formatted(
                permitted ? "permitted" : "refused",
                caller.name(),
                caller.address().isEmpty() ? "unknown" : caller.address(),
                operation.text(),
                target)
            .replaceAll("\\p{Cntrl}", "?");
    if (permitted) {
      log.info(line);
    } else {
      log.warning(line);
    }
  }
}
