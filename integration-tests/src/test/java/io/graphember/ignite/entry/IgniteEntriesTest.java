// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.entry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.it.TestCluster;
import io.graphember.jobs.catalog.CacheNames;
import io.graphember.jobs.entry.CatalogEntries;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.ignite.Ignite;
import org.apache.ignite.transactions.TransactionRollbackException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class IgniteEntriesTest {
  private static TestCluster cluster;
  private static Ignite ignite;
  private static CatalogEntries entries;

  @BeforeAll
  static void start() {
    cluster = TestCluster.start(1);
    ignite = cluster.node(0);
    entries = new IgniteEntries(ignite, CacheNames.CATALOG);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  /** Counts the attempt, and rolls it back unless it is the last of some. */
  private static int step(AtomicInteger attempts, int rolledBack) {
    final int attempt = attempts.incrementAndGet();
    entries.put("step", "attempt " + attempt);
    if (attempt <= rolledBack) {
      ignite.transactions().tx().setRollbackOnly();
    }
    return attempt;
  }

  @Test
  void aStepThatWasRolledBackIsTakenAgain() {
    AtomicInteger attempts = new AtomicInteger();
    assertThat(entries.<Integer>atOnce(() -> step(attempts, 2))).isEqualTo(3);
    assertThat(entries.text("step")).contains("attempt 3");
  }

  @Test
  void aStepThatIsAlwaysRolledBackFailsAndChangesNothing() {
    entries.put("step", "before");
    AtomicInteger attempts = new AtomicInteger();
    assertThatThrownBy(() -> entries.again(() -> entries.atOnce(() -> step(attempts, 100))))
        .isInstanceOf(TransactionRollbackException.class);
    assertThat(attempts).hasValue(5);
    assertThat(entries.text("step")).contains("before");
  }
}
