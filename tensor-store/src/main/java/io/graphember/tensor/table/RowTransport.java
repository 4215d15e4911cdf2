// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A trainer's way to the hosts of tables: a port, implemented over Ignite by the plugin and in one
 * JVM by tests. Safe for use by several threads; a call returns at once. What a host refuses fails
 * the future.
 */
public interface RowTransport {
  /** Number of hosts. */
  int hosts();

  /** The host that owns a partition's rows. */
  int host(int partition);

  /** A host in this process; empty for one that has to be asked. */
  Optional<TableHost> resident(int host);

  /** One request for rows; see {@link TableHost#get}. */
  CompletableFuture<List<float[]>> get(int host, List<RowRead> reads);

  /** A trainer's part of a step; see {@link TableHost#contribute}. */
  CompletableFuture<Void> contribute(
      int host, int trainer, long step, List<RowGradients> gradients);

  /** Gradients that are applied at once; see {@link TableHost#push}. */
  CompletableFuture<Void> push(int host, int trainer, long sequence, List<RowGradients> gradients);

  /** Values that are added at once; see {@link TableHost#add(int, long, List)}. */
  CompletableFuture<Void> add(int host, int trainer, long sequence, List<RowGradients> values);

  /** A change of all rows of a table on one host; see {@link TableHost#change}. */
  CompletableFuture<Void> change(int host, int trainer, long sequence, TableChange change);

  /**
   * A change of all rows of a table, on all hosts at once.
   *
   * @param trainer who asks for it
   * @param sequence the trainer's number of this change; sent again with the same number it is made
   *     where it was not made yet
   * @return fails if it failed on some host; the others have made it
   */
  default CompletableFuture<Void> change(int trainer, long sequence, TableChange change) {
    List<CompletableFuture<Void>> sent = new ArrayList<>();
    for (int host = 0; host < hosts(); host++) {
      sent.add(change(host, trainer, sequence, change));
    }
    return CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new));
  }
}
