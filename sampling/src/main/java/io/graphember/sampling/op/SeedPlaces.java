// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.op;

import io.graphember.graph.id.Vid;
import io.graphember.memory.array.IntArray;
import io.graphember.sampling.engine.Exchange;
import io.graphember.sampling.engine.PartitionClient;
import io.graphember.sampling.engine.Replies;

/** Where edges of seeds lie: one look-up to each host that is not this process. */
public final class SeedPlaces {
  private SeedPlaces() {}

  /** Fills in degrees and routes of all vertices of a frontier. */
  public static void find(
      Frontier frontier, PartitionClient client, Direction direction, Replies replies) {
    int partitions = client.partitions();
    IntArray[] locals = new IntArray[partitions];
    IntArray[] seedNumbers = new IntArray[partitions];
    frontier.describeSeeds();
    for (int i = 0; i < frontier.size(); i++) {
      int p = Vid.partition(frontier.vids.values[i]);
      if (client.resident(p).isPresent()) {
        continue;
      }
      if (locals[p] == null) {
        locals[p] = new IntArray(64);
        seedNumbers[p] = new IntArray(64);
      }
      locals[p].add(Vid.local(frontier.vids.values[i]));
      seedNumbers[p].add(i);
    }
    VertexTable[] tables =
        Exchange.run(
            client.hosts(),
            client::host,
            partitions,
            p -> locals[p] == null ? null : new LocateRequest(p, direction, locals[p].toArray()),
            client::ask,
            () -> {},
            VertexTable[]::new,
            reply -> replies.await(reply, "the places of the seeds"));
    for (int p = 0; p < partitions; p++) {
      if (locals[p] != null) {
        describe(frontier, tables[p], seedNumbers[p].toArray());
      }
    }
  }

  private static void describe(Frontier frontier, VertexTable table, int[] numbers) {
    Frontier.requireShape(table, Details.ROUTES);
    if (table.vids().length != numbers.length) {
      throw Frontier.mismatch(table.vids().length + " of " + numbers.length + " seeds");
    }
    for (int row = 0; row < numbers.length; row++) {
      if (table.vids()[row] != frontier.vids.values[numbers[row]]) {
        throw Frontier.mismatch("the place of another vertex than seed " + row);
      }
      frontier.describe(numbers[row], table, row);
    }
  }
}
